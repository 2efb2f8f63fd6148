"""A race in words: players, dice, spaces and events in the player's language."""

from collections.abc import Iterable, Mapping, Sequence

from niten.core import Outcome, Step
from niten.core.story import Event
from niten.dragon import Colour, Dragon, Element, Face, LeapBalance, Powers, Setup, State, tell
from niten.dragon.elements import PATH_NUMBER, Spot
from niten.texts import say

ROLLS = 3
"""The rolls of a turn (D7)."""

GLYPHS = {
    Face.WATER: "≈",
    Face.FIRE: "▲",
    Face.METAL: "●",
    Face.EARTH: "■",
    Face.WOOD: "♣",
    Face.DRAGON: "◆",
}
"""One sign for each face, one column wide; a word always stands beside it."""

_SILENT = frozenset({"numbered"})  # the name of the space says it


def setup_line(language: str, setup: Setup) -> str:
    """What was agreed, in one line."""
    parts = [
        "Way of the Dragon",
        say(language, "tournament.players", players=len(setup.players)),
        say(language, "tournament.board", board=setup.board.name),
    ]
    if setup.powers != Powers.NONE:
        parts.append(say(language, "tournament.powers", powers=setup.powers))
    if setup.immunity:
        parts.append(say(language, "tournament.immunity"))
    if setup.random_stones:
        parts.append(say(language, "tournament.stones", count=setup.random_stones))
    return " · ".join(parts)


class Words:
    """The sentences of one race in one language."""

    def __init__(self, language: str, game: Dragon) -> None:
        self.language = language
        self.game = game

    def say(self, key: str, **details: object) -> str:
        """A text of the dragon catalogue."""
        return say(self.language, f"dragon.{key}", **details)

    # Names

    def colour(self, colour: str) -> str:
        """A player's name."""
        return self.say(f"colour.{colour}")

    def seat(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.colour(self.game.options.players[seat])

    def mark(self, colour: Colour) -> str:
        """The letter on a player's pieces."""
        return self.say(f"mark.{colour}")

    def colours(self, colours: Iterable[str]) -> str:
        """Several players."""
        return ", ".join(map(self.colour, colours))

    def element(self, face: str) -> str:
        """An element, or the dragon."""
        return self.say(f"element.{face}")

    def path(self, path: str) -> str:
        """The path of an element."""
        return self.say(f"path.{path}")

    def face(self, face: str) -> str:
        """A face of a die: sign and word."""
        return f"{GLYPHS[Face(face)]} {self.element(face)}"

    def dice(self, faces: Iterable[str]) -> str:
        """Dice, those that are alike counted: water ×2, fire."""
        counts: dict[str, int] = {}
        for face in faces:
            counts[face] = counts.get(face, 0) + 1
        return ", ".join(self.element(face) + (f" ×{count}" if count > 1 else "") for face, count in counts.items())

    def numbered_dice(self, faces: Sequence[str]) -> str:
        """Dice with their places: 1 water, 2 fire."""
        return ", ".join(f"{place} {self.element(face)}" for place, face in enumerate(faces, 1))

    def space(self, path: str, space: int, *, plain: str = "plain", number: str = "number") -> str:
        """A space of a path: space 3, or number 2; other forms for both can be chosen."""
        where = self.game.options.board.paths[PATH_NUMBER[Element(path)]]
        if space > where.plain:
            return self.say(f"space.{number}", value=where.value(space))
        return self.say(f"space.{plain}", space=space) if space else self.say("space.outside")

    def short_space(self, path: str, space: int) -> str:
        """A space for lists: 3, or [2] for a number, as the board shows it."""
        return self.space(path, space, plain="bare", number="bracketed")

    def spots(self, spots: Iterable[Spot]) -> str:
        """Spaces of several paths: water 3, earth 5."""
        return ", ".join(f"{self.element(path)} {space}" for path, space in spots)

    # Events

    def sentences(self, before: State, step: Step, after: State) -> list[str]:
        """What a step did."""
        return [self.sentence(event) for event in self.events(before, step, after)]

    def events(self, before: State, step: Step, after: State) -> list[Event]:
        """What a step did, without what goes without saying."""
        events = [event for event in tell(self.game, before, step, after) if event.kind not in _SILENT]
        if isinstance(step, LeapBalance):  # one use of Anxiety, said once (D15)
            return [Event("jumped", event.details) if event.kind == "leapt" else event for event in events]
        return events

    def sentence(self, event: Event) -> str:
        """One event."""
        if event.kind == "over":
            return self.result(str(event.details["result"]), str(event.details["reason"]))
        kept_none = event.kind == "rolled" and event.details["thrown"] == event.details["dice"]
        kind = "rolled-all" if kept_none else event.kind
        return self.say(f"event.{kind}", **self._spoken(event.details))

    def _spoken(self, details: Mapping[str, object]) -> dict[str, object]:
        """The details of an event as words."""
        spoken = dict(details)
        for name, value in details.items():
            match name:
                case "colour" | "ended" | "first" | "second":
                    spoken[name] = self.colour(str(value))
                case "colours":
                    spoken[name] = self.colours(str(value).split())
                case "thrown" | "dice" | "kept":
                    spoken[name] = self.dice(str(value).split())
                case "path":
                    spoken |= {"path": self.path(str(value)), "element": self.element(str(value))}
                case "from" | "to" | "first_to" | "second_to":
                    spoken[name] = self.space(str(details["path"]), int(str(value)), plain="bare")
                case "dragons" | "left" | "points":
                    spoken["count"] = value
                case _:
                    pass
        return spoken

    def result(self, result: str, reason: str) -> str:
        """How the race ended: an outcome's two words as a sentence."""
        if result != "finished":
            return self.say(f"ending.{reason}")
        winners = reason.split("+")
        if len(winners) == 1:
            return self.say("ending.won", colour=self.colour(winners[0]))
        return self.say("ending.shared", colours=self.colours(winners))

    def outcome(self, outcome: Outcome) -> str:
        """How the race ended."""
        return self.result(outcome.result, outcome.reason)
