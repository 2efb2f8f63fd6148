"""The rules of Way of the Dragon. Numbers in comments are those of the rules page."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Self

from niten.core import CHANCE, NOBODY, Actor, BadSetup, Chance, Game, Outcome, Step
from niten.core.errors import problem
from niten.core.game import JsonObject
from niten.dragon import position, scores
from niten.dragon.elements import PATH_NUMBER, PATH_OF, Colour, Element, Face, Power, powers_of
from niten.dragon.hands import ALL_DICE, Hand, hand, rolling, together, without
from niten.dragon.setup import Setup
from niten.dragon.state import OUT, TO_THROW, Phase, State, first_state, first_turn, stones_left
from niten.dragon.steps import (
    NOTATION,
    Again,
    Balance,
    Become,
    End,
    Eye,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Rebirth,
    Reroll,
    Roll,
    Stone,
    Swap,
)
from niten.dragon.stones import Stones, places, with_stone

_ROLLS = 3
_DECISIONS = frozenset({Phase.MOVE, Phase.PERFECTION, Phase.END})
_NO_POWER: frozenset[Power] = frozenset()

# Steps are values: one of each is enough, and making them anew would take half of the time.
_MOVES = tuple(map(Move, Element))
_LEAPS = tuple(map(Leap, Element))
_BECOMES = tuple(map(Become, Element))
_BALANCE, _LEAP_BALANCE, _FEAR, _PASS = Balance(), LeapBalance(), Fear(), Pass()
_AGAIN, _REBIRTH, _END = Again(), Rebirth(), End()


class Dragon(Game[State, Step]):
    """The race with one set-up."""

    name = "dragon"
    rules_version = 1

    def __init__(self, options: Setup) -> None:
        self.options = options
        self.seats = len(options.players)
        self.seat_of = {colour: seat for seat, colour in enumerate(options.players)}
        self._plain = tuple(path.plain for path in options.board.paths)
        self._length = tuple(path.length for path in options.board.paths)
        self._powers = tuple(powers_of(options.powers, colour) for colour in options.players)
        self._swaps = tuple(map(self._swaps_on, Element))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dragon) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.options)

    def __repr__(self) -> str:
        return f"Dragon({self.options!r})"

    def _swaps_on(self, path: Element) -> tuple[tuple[int, int, Swap], ...]:
        """The swaps of a path with their seats; with immunity, without the animal of its colour (D17)."""
        swappable = [
            colour
            for colour in Colour
            if colour in self.seat_of and not (self.options.immunity and PATH_OF[colour] == path)
        ]
        return tuple((self.seat_of[a], self.seat_of[b], Swap(path, a, b)) for a, b in combinations(swappable, 2))

    @classmethod
    def from_setup(cls, setup: JsonObject) -> Self:
        return cls(Setup.from_data(setup))

    def setup(self) -> JsonObject:
        return self.options.to_data()

    def start(self) -> State:
        return first_state(self.options)

    def read_step(self, text: str) -> Step:
        return NOTATION.read(text)

    def position(self, state: State) -> str:
        return position.write(self.options, state)

    def read_position(self, text: str) -> State:
        options, state = position.read(text)
        if options != self.options:
            mine, found = self.options.to_data(), options.to_data()
            raise BadSetup(
                "position",
                [problem(key, found[key], "other-setup") for key in mine if mine[key] != found[key]],
            )
        return state

    # Who acts, and what is possible

    def actor(self, state: State) -> Actor:
        if state.phase in _DECISIONS:
            return Actor(state.seat)
        return NOBODY if state.phase == Phase.OVER else CHANCE

    def chance(self, state: State) -> Chance[Step]:
        assert self.actor(state) == CHANCE, state
        if state.phase == Phase.STONES:
            return _drawing(self.options, state.stones)
        return rolling(ALL_DICE - len(state.dice))

    def legal_moves(self, state: State) -> tuple[Step, ...]:
        """What the seat may do, in the order of the verbs in docs/notation.md.

        Within a verb: rerolls by number of dice, then faces; everything else by path, swaps then by colours.
        """
        match state.phase:
            case Phase.MOVE:
                return self._moves(state)
            case Phase.PERFECTION:
                return (_AGAIN, _REBIRTH, _END) if Power.REBIRTH in self._powers_left(state) else (_AGAIN, _END)
            case Phase.END:
                return (_REBIRTH, _END)
            case _:
                return ()

    def _powers_left(self, state: State) -> frozenset[Power]:
        """What the seat can still use: nothing in the basic game or once its counter is handed in (D16)."""
        return self._powers[state.seat] if state.unspent[state.seat] else _NO_POWER

    def _moves(self, state: State) -> tuple[Step, ...]:
        dice = hand(state.dice)
        powers = self._powers_left(state)
        steps: list[Step] = []
        if state.rolls < _ROLLS:
            steps += dice.rerolls  # D7
        elif Power.EYE in powers:
            steps += dice.eyes  # D15

        mandatory, leaps = self._advances(state, dice, Power.ANXIETY in powers)
        steps += mandatory
        steps += leaps  # D15
        if Power.DRAGON in powers and dice.dragons:
            steps += self._becomings(state, dice)  # D15

        for path in dice.swap_paths:  # D11
            on_path = state.spaces[path]
            steps += [swap for one, other, swap in self._swaps[path] if on_path[one] and on_path[other]]

        # D10: a move that needs a power does not count as possible.
        if not mandatory:
            steps.append(_PASS)
        elif Power.FEAR in powers:
            steps.append(_FEAR)  # D15
        return tuple(steps)

    def _advances(self, state: State, dice: Hand, can_leap: bool) -> tuple[list[Step], list[Step]]:
        """The moves that would be mandatory, and with Anxiety in hand those to a taken target."""
        mandatory: list[Step] = []
        leaps: list[Step] = []
        for path, count in dice.shown:
            space = state.spaces[path][state.seat]
            if space > self._plain[path]:
                continue  # D9
            if self._is_free(state, path, space + count):
                mandatory.append(_MOVES[path])  # D8
            elif can_leap and self._next_free(state, path, space + count):
                leaps.append(_LEAPS[path])
        if dice.is_balance:  # D13: it replaces the move, and is there if any piece can step.
            return [_BALANCE] if mandatory else [], [_LEAP_BALANCE] if leaps else []
        return mandatory, leaps

    def _becomings(self, state: State, dice: Hand) -> list[Step]:
        """Where all dragons may count as an element, shown by another die or not."""
        found: list[Step] = []
        for path, count in enumerate(dice.counts):
            space = state.spaces[path][state.seat]
            if space <= self._plain[path] and self._is_free(state, path, space + count + dice.dragons):
                found.append(_BECOMES[path])
        return found

    def _is_free(self, state: State, path: int, space: int) -> bool:
        """Whether neither a piece nor a stone stands there (D4, D5)."""
        return space not in state.spaces[path] and space not in state.stones[path]

    def _next_free(self, state: State, path: int, space: int) -> int:
        """The first free space from here on, or 0 if the path is full to its end."""
        while space <= self._length[path]:
            if self._is_free(state, path, space):
                return space
            space += 1
        return 0

    # What follows a step

    def advance(self, state: State, step: Step) -> State:
        match step:
            case Roll():
                if state.phase == Phase.ROLL_OFF:
                    return self._thrown(state, step.faces.count(Face.DRAGON))
                return state._replace(phase=Phase.MOVE, dice=together(state.dice, step.faces), rolls=state.rolls + 1)
            case Reroll():
                return state._replace(phase=Phase.ROLL, dice=without(state.dice, step.faces))
            case Move():
                path = PATH_NUMBER[step.path]
                return self._moved(state, path, hand(state.dice).counts[path])
            case Pass():
                return self._after_move(state)
            case End():
                return self._next_turn(state, (state.seat + 1) % self.seats)
            case Balance():
                return self._balanced(state, leap=False)
            case Swap():
                return self._swapped(state, step)
            case Again():
                return self._first_roll(state, state.seat)  # D12
            case Stone():
                return self._stone_fallen(state, step)
            case _:
                return self._advance_by_power(self._spend(state), step)

    def _advance_by_power(self, state: State, step: Step) -> State:
        """A step that costs the counter, which is handed in already (D15)."""
        match step:
            case Eye():
                # The fourth roll takes the place of the third: nothing that follows tells them apart.
                return state._replace(phase=Phase.ROLL, dice=without(state.dice, step.faces), rolls=_ROLLS - 1)
            case Leap():
                path = PATH_NUMBER[step.path]
                target = state.spaces[path][state.seat] + hand(state.dice).counts[path]
                return self._after_move(self._put(state, path, self._next_free(state, path, target)))
            case Become():
                path = PATH_NUMBER[step.path]
                dice = hand(state.dice)
                return self._moved(state, path, dice.counts[path] + dice.dragons)
            case LeapBalance():
                return self._balanced(state, leap=True)
            case Fear():
                return self._after_move(state)
            case Rebirth():
                return self._next_turn(state, state.seat)
            case _:
                raise TypeError(step)

    def _put(self, state: State, path: int, space: int) -> State:
        """The seat's piece of a path on another space."""
        spaces, row, seat = state.spaces, state.spaces[path], state.seat
        row = (*row[:seat], space, *row[seat + 1 :])
        return state._replace(spaces=(*spaces[:path], row, *spaces[path + 1 :]))

    def _moved(self, state: State, path: int, count: int) -> State:
        """D8: a piece outside stands at 0, so that entering is a move like any other."""
        return self._after_move(self._put(state, path, state.spaces[path][state.seat] + count))

    def _balanced(self, state: State, *, leap: bool) -> State:
        """D13: each piece advances 1 if it can; with Anxiety a blocked one jumps if it can. D14 is asked at the end."""
        for path in range(len(Element)):
            space = state.spaces[path][state.seat]
            if space > self._plain[path]:
                continue  # D9
            if self._is_free(state, path, space + 1):
                state = self._put(state, path, space + 1)
            elif leap and (target := self._next_free(state, path, space + 1)):
                state = self._put(state, path, target)
        return self._after_move(state)

    def _swapped(self, state: State, step: Swap) -> State:
        """D11."""
        path, one, other = PATH_NUMBER[step.path], self.seat_of[step.first], self.seat_of[step.second]
        spaces, row = state.spaces, list(state.spaces[path])
        row[one], row[other] = row[other], row[one]
        return self._after_move(state._replace(spaces=(*spaces[:path], tuple(row), *spaces[path + 1 :])))

    def _spend(self, state: State) -> State:
        """The seat hands in its counter (D15)."""
        unspent, seat = state.unspent, state.seat
        return state._replace(unspent=(*unspent[:seat], False, *unspent[seat + 1 :]))

    def _after_move(self, state: State) -> State:
        """The move is made, declined or passed."""
        if scores.has_finisher(self._plain, state.spaces):
            return self._over(state)  # D14: at once, extra turns lapse.
        if hand(state.dice).is_perfection:
            return state._replace(phase=Phase.PERFECTION, dice=(), rolls=0)  # D12
        if Power.REBIRTH in self._powers_left(state):
            return state._replace(phase=Phase.END, dice=(), rolls=0)  # D15
        return self._next_turn(state, (state.seat + 1) % self.seats)

    def _next_turn(self, state: State, seat: int) -> State:
        """A turn is over; the next one begins, unless it was the last one agreed on."""
        if self.options.max_turns is not None:
            state = state._replace(turns=state.turns + 1)
            if state.turns == self.options.max_turns:
                return self._over(state)
        return self._first_roll(state, seat)

    def _first_roll(self, state: State, seat: int) -> State:
        return state._replace(phase=Phase.ROLL, seat=seat, dice=(), rolls=0)

    def _over(self, state: State) -> State:
        return state._replace(phase=Phase.OVER, seat=0, dice=(), rolls=0)

    def _stone_fallen(self, state: State, step: Stone) -> State:
        """D5."""
        state = state._replace(stones=with_stone(state.stones, PATH_NUMBER[step.path], step.space))
        return state if stones_left(self.options, state.stones) else first_turn(self.options, state)

    def _thrown(self, state: State, dragons: int) -> State:
        """D6: most dragons begins, those tied throw again."""
        throws = (*state.throws[: state.seat], dragons, *state.throws[state.seat + 1 :])
        if TO_THROW not in throws:
            most = max(throws)
            if throws.count(most) == 1:
                return state._replace(phase=Phase.ROLL, seat=throws.index(most), throws=())
            throws = tuple(TO_THROW if thrown == most else OUT for thrown in throws)
        return state._replace(seat=throws.index(TO_THROW), throws=throws)

    # How it ended

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != Phase.OVER:
            return None
        if not scores.has_finisher(self._plain, state.spaces):
            return Outcome("unfinished", "max-turns", (Fraction(0),) * self.seats)
        winners = scores.winners(self.options.board, state)
        shares = tuple(Fraction(seat in winners, len(winners)) for seat in range(self.seats))
        return Outcome("finished", "+".join(self.options.players[seat] for seat in winners), shares)

    def scores(self, state: State) -> tuple[int, ...]:
        """Each seat's points (D14)."""
        return tuple(result.points for result in scores.results(self.options.board, state))

    def standing(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Each seat's points path by path."""
        return scores.standing(self.options.board, state)

    def loser(self, state: State) -> tuple[int, ...]:
        """Who begins a rematch (D6): the lowest score, then fewer numbered pieces; several seats throw for it."""
        return scores.losers(self.options.board, state)


@lru_cache(maxsize=64)
def _drawing(options: Setup, stones: Stones) -> Chance[Step]:
    """The draw of a stone: each space where it may fall is as likely (D5)."""
    spots = places(options.board, stones, len(options.players), stones_left(options, stones))
    return Chance[Step].of_lots(Stone(path, space) for path, space in spots)
