"""Tables: whatever is asked of them in whatever order, the log folds to what they are, and the dice are as promised."""

from functools import partial
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from niten.core import CHANCE, CannotUndo, Game, NitenError, SeededDice
from niten.core.record import read, replay
from niten.dragon import Colour, Dragon, Powers, Setup, shipped_board
from niten.samurai import Samurai
from niten.server import actions
from niten.server.actions import Refused
from niten.server.entries import Entry, Kind
from niten.server.table import DamagedLog, Stage, Table
from niten.texts import LANGUAGES
from testkit import fair_verifier
from testkit.duels import ODA
from testkit.effort import examples
from testkit.matches import random_step

PEOPLE = ("ann", "bo", "cy")
STEPS = ("roll 6", "end", "", "dice 1", "pass", "é | 1")
RACE = Dragon(Setup(tuple(Colour)[:3], shipped_board("short"), Powers.ANY, random_stones=2))


def games() -> st.SearchStrategy[Game[Any, Any]]:
    return st.sampled_from([Samurai(ODA), RACE, Dragon(Setup(tuple(Colour)[:2], starts=1))])


def seen(table: Table) -> tuple[object, ...]:
    """Everything that can be seen of a table."""
    dice = table.dice()
    return (
        table.number,
        table.stage,
        tuple(table.seats),
        table.match.states,
        table.match.steps,
        dice and dice.roll(20),
    )


class Tables(RuleBasedStateMachine):
    """People sit down, leave, play and take back at one table, with or without reason."""

    @initialize(game=games(), rolled_here=st.booleans(), gathers=st.sampled_from([False, False, True]))
    def open(self, game: Game[Any, Any], rolled_here: bool, gathers: bool) -> None:
        first, self.secret = actions.open_table(game, rolled_here=rolled_here)
        self.log = [first]
        self.table = Table(self.log, self.secret)
        self.choices = SeededDice(1, "player")
        if not gathers:
            self.fill_and_begin("ann")

    def add(self, entries: list[Entry]) -> None:
        assert entries
        for entry in entries:
            self.table.fold(entry)
        self.log += entries

    def ask(self, asked: Any, *details: Any, **named: Any) -> None:
        """Ask for something; a refusal changes nothing and can be said in every language."""
        before = seen(self.table)
        try:
            entries = asked(self.table, *details, **named)
        except NitenError as error:
            assert all(error.text(language) for language in LANGUAGES)
        else:
            assert seen(self.table) == before, "asking changes nothing"
            self.add(entries)
            return
        assert seen(self.table) == before

    @rule(seat=st.integers(-1, 3), person=st.sampled_from(PEOPLE), entropy=st.sampled_from(["", "luck", "a,b", "é"]))
    def sit_down(self, seat: int, person: str, entropy: str) -> None:
        self.ask(actions.sit_down, seat, profile=person, entropy=entropy)

    @rule(seat=st.integers(0, 2))
    def seat_a_bot(self, seat: int) -> None:
        self.ask(actions.sit_down, seat, bot="random")

    @rule(seat=st.integers(0, 2), person=st.sampled_from(PEOPLE))
    def leave(self, seat: int, person: str) -> None:
        self.ask(actions.leave, seat, person)

    @rule()
    def begin(self) -> None:
        self.ask(actions.begin)

    @rule(person=st.sampled_from(PEOPLE))
    def fill_and_begin(self, person: str) -> None:
        for number, seat in enumerate(self.table.seats):
            if seat.is_open and self.table.stage is not Stage.OVER:
                self.add(actions.sit_down(self.table, number, profile=person))
        self.begin()

    @rule(person=st.sampled_from(PEOPLE))
    def undo(self, person: str) -> None:
        self.ask(actions.undo, person)

    @rule()
    def take_back(self) -> None:
        """Whoever sits there tries; after a move on which no dice followed it can be done."""
        for person in PEOPLE:
            self.undo(person)

    @rule(person=st.sampled_from([*PEOPLE, None]), step=st.sampled_from(STEPS))
    def play_anything(self, person: str | None, step: str) -> None:
        self.ask(actions.play, step, person)

    @rule(count=st.integers(1, 300))
    def play_well(self, count: int) -> None:
        """Whoever is to move makes a move; real dice are thrown by whoever sits there."""
        for _ in range(count):
            table = self.table
            people = [seat.profile for seat in table.seats if seat.profile]
            if table.stage is not Stage.PLAYING or (table.to_move is None and not people):
                return
            move = random_step(table.game, table.match.state, SeededDice(table.number), self.choices)
            person = people[0] if table.to_move is None else table.seats[table.to_move].profile
            if table.to_move is not None and table.seats[table.to_move].is_open:
                return
            self.add(actions.play(table, str(move), person))

    @invariant()
    def the_log_folds_to_the_table(self) -> None:
        assert [entry.number for entry in self.log] == list(range(1, len(self.log) + 1))
        assert seen(Table(self.log, self.secret)) == seen(self.table)

    @invariant()
    def no_dice_are_waited_for_that_the_table_throws(self) -> None:
        if self.table.stage is Stage.PLAYING and self.table.is_rolled_here:
            assert self.table.match.actor != CHANCE

    @invariant()
    def the_secret_is_told_at_the_end_and_not_before(self) -> None:
        told = [entry.kind for entry in self.log if self.secret and self.secret in str(entry.data)]
        over = self.table.stage is Stage.OVER
        assert told == ([Kind.ENDED] if over and self.secret else [])
        record = self.table.record()
        replayed = replay(read(str(record)), type(self.table.game))
        assert replayed.match.steps == self.table.match.steps
        assert bool(replayed.dice) == bool(over and self.secret), "checked once it can be"

    @invariant()
    def everybody_but_the_table_sees_the_same_without_the_secret(self) -> None:
        assert seen(Table(self.log))[:5] == seen(self.table)[:5]


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=examples(20, soak=600), stateful_step_count=25, deadline=None)


def begun(*seats: str, game: Game[Any, Any] | None = None) -> tuple[Table, list[Entry], str | None]:
    first, secret = actions.open_table(game or Samurai(ODA))
    log = [first]
    table = Table(log, secret)
    for number, person in enumerate(seats):
        for entry in actions.sit_down(table, number, profile=person, entropy=person):
            table.fold(entry)
            log.append(entry)
    for entry in actions.begin(table):
        table.fold(entry)
        log.append(entry)
    return table, log, secret


def test_what_one_has_added_to_the_dice_stays() -> None:
    """Who takes over a seat takes over its dice: nothing that happens after the first roll changes them."""
    table, log, secret = begun("ann", "bo", game=Dragon(Setup(tuple(Colour)[:2])))
    before = table.dice()
    for asked in (partial(actions.leave, profile="bo"), partial(actions.sit_down, profile="cy", entropy="other")):
        for entry in asked(table, 1):
            table.fold(entry)
            log.append(entry)
    assert table.seats[1] == ("cy", None, "bo")
    after, again = table.dice(), Table(log, secret).dice()
    assert before
    assert after
    assert again
    assert before.roll(50) == after.roll(50) == again.roll(50)


def test_tables_of_one_setup_share_its_rules() -> None:
    one, other = begun("ann")[0], begun("bo")[0]
    assert one.game is other.game
    assert one.game.setup() == Samurai(ODA).setup()
    assert begun("ann", "bo", "cy", game=RACE)[0].game.setup() == RACE.setup()


def test_undo_stops_at_dice_and_at_others() -> None:
    table, _, _ = begun("ann")
    with pytest.raises(CannotUndo) as caught:
        actions.undo(table, "ann")
    assert caught.value.details["reason"] == "start"
    for entry in actions.play(table, str(table.game.legal_moves(table.match.state)[0]), "ann"):
        table.fold(entry)
    assert table.match.steps, "a roll has followed at once"
    with pytest.raises(CannotUndo) as caught:
        actions.undo(table, "ann")
    assert caught.value.details["reason"] == "roll"
    with pytest.raises(Refused) as refused:
        actions.play(table, str(table.game.legal_moves(table.match.state)[0]), "bo")
    assert refused.value.reason == "not-your-seat"


@pytest.mark.parametrize("harm", ["gap", "double", "roll", "step", "early", "late", "kind"])
def test_a_damaged_log_is_refused_where_it_is_damaged(harm: str) -> None:
    table, log, secret = begun("ann")
    for entry in actions.play(table, "dice 1", "ann"):
        table.fold(entry)
        log.append(entry)
    at = {"gap": 2, "double": 3, "roll": 4, "step": 3, "early": 2, "late": 5, "kind": 1}[harm]
    damaged = {
        "gap": [*log[:2], *log[3:]],
        "double": [*log[:3], log[2], *log[3:]],
        "roll": [*log[:4], log[4]._replace(data={"step": "roll 1" if log[4].data["step"] != "roll 1" else "roll 2"})],
        "step": [*log[:3], log[3]._replace(data={"step": "dances"})],
        "early": [*log[:2], log[2]._replace(kind=Kind.ENDED)],
        "late": [*log, Entry(6, Kind.BEGAN, {})],
        "kind": [log[0], log[1]._replace(data={"seat": 7})],
    }[harm]
    with pytest.raises(DamagedLog) as caught:
        Table(damaged, secret)
    assert caught.value.details["number"] == damaged[at].number
    assert all(caught.value.text(language) for language in LANGUAGES)


@pytest.mark.parametrize("game", [Samurai(ODA), RACE], ids=lambda game: game.name)
def test_a_whole_game_can_be_checked_afterwards(game: Game[Any, Any]) -> None:
    table, log, secret = begun(*PEOPLE[: game.seats], game=game)
    choices = SeededDice(3, "player")
    while table.to_move is not None:
        move = random_step(game, table.match.state, SeededDice(0), choices)
        for entry in actions.play(table, str(move), PEOPLE[table.to_move]):
            table.fold(entry)
            log.append(entry)
    assert (table.stage, log[-1].kind, log[-1].data["secret"]) == (Stage.OVER, Kind.ENDED, secret)
    assert fair_verifier.check(str(table.record())) == "fine"
    for asked in (partial(actions.play, step="end", profile="ann"), partial(actions.leave, seat=0, profile="ann")):
        with pytest.raises(Refused) as caught:
            asked(table)
        assert caught.value.reason == "over"


@pytest.mark.parametrize("game", [Samurai(ODA), RACE], ids=lambda game: game.name)
def test_what_was_asked_for_and_not_added_leaves_no_trace(game: Game[Any, Any]) -> None:
    """Before every step the table is asked what another one would lead to; half of them are taken back again."""
    table, log, secret = begun(*PEOPLE[: game.seats], game=game)
    choices, number = SeededDice(5, "player"), 0

    def add(entries: list[Entry]) -> None:
        for entry in entries:
            table.fold(entry)
            log.append(entry)

    while table.to_move is not None and number < 400:
        who, number = PEOPLE[table.to_move], number + 1
        moves = [str(random_step(game, table.match.state, SeededDice(0), choices)) for _ in range(3)]
        wanted = actions.play(table, moves[0], who)
        for move in moves[1:]:
            actions.play(table, move, who)
        add(wanted)
        if number % 2 and table.stage is not Stage.OVER and table.match.cannot_undo({0, 1, 2}) is None:
            actions.play(
                table, str(random_step(game, table.match.state, SeededDice(0), choices)), PEOPLE[table.to_move]
            )
            add([Entry(table.number + 1, Kind.UNDONE, {})])
        assert seen(table) == seen(Table(log, secret))
    assert number > 5


def test_an_id_is_never_taken_for_an_option() -> None:
    assert not any(actions.new_id().startswith("-") for _ in range(2000))
