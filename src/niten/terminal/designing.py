"""A duel made in the terminal: asked line by line as it is printed, checked at once, written when it is whole."""

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from niten.core import BadSetup, NitenError, Problem
from niten.core.game import JsonObject
from niten.samurai import Duel, Samurai, parse_duel
from niten.samurai.duelwriting import write_duel
from niten.terminal import measuring
from niten.terminal.booklet_page import profile_page
from niten.terminal.console import Quit, Terminal
from niten.terminal.designing_questions import Question, questions, spread

BACK, HELP, STOP = "<", "?", "q"
_FORMAT = 1


class FileExists(NitenError):
    """A new duel overwrites nothing."""

    code = "file-exists"


class BadDraft(NitenError):
    """What lies beside the duel file is no draft of ours."""

    code = "bad-draft"


class Designer:
    """Asks for a duel. Whatever is answered is in the draft beside the file at once, until the file is written."""

    def __init__(self, terminal: Terminal, file: Path, table: Mapping[str, Any]) -> None:
        self._terminal, self._file = terminal, file
        self._draft = draft_of(file)
        self._data, self._at = spread(table), 0
        if self._draft.is_file():
            self._data, self._at = _read_draft(self._draft)
            terminal.show(terminal.say("design.resumed", file=self._draft))

    def run(self) -> Duel | None:
        """Until the duel is written; None if somebody stops before."""
        say = self._terminal.say
        self._terminal.show(say("design.intro"))
        try:
            while (duel := self._finished()) is None:
                self._ask_all()
        except Quit:
            self._keep()
            self._terminal.show(say("design.kept", file=self._draft))
            return None
        temporary = self._file.with_name(f"{self._file.name}.part")
        temporary.write_text(write_duel(duel), encoding="utf-8")
        temporary.replace(self._file)
        self._draft.unlink(missing_ok=True)
        self._terminal.show(say("design.written", file=self._file))
        return duel

    def _ask_all(self) -> None:
        section = ""
        while self._at < len(asked := questions(self._data, self._terminal.say)):
            question = asked[self._at]
            if question.section != section:
                section = question.section
                self._terminal.show("", self._terminal.say(section))
            shown = f" [{question.shown}]" if question.shown else ""
            answer = self._terminal.ask(f"{question.label}{shown} >")
            if answer == STOP:
                raise Quit
            if answer == BACK:
                self._at = max(0, self._at - 1)
            elif answer == HELP:
                self._terminal.show(self._terminal.say("design.intro"), self._terminal.say(section))
            else:
                self._take(question, answer)

    def _take(self, question: Question, answer: str) -> None:
        """The answer, or what is there if there is none; what is wrong with it is said, and asked again."""
        before = deepcopy(self._data)
        steps = question.take(answer or question.shown) if answer or question.shown else 1
        wrong = [problem for problem in _problems(self._data) if _belongs(problem, question)] if steps else []
        if wrong:
            self._tell(wrong)
            self._data = before
            return
        self._at += steps
        self._keep()

    def _finished(self) -> Duel | None:
        """The duel, once every question is answered; what is wrong all the same leads back to its question."""
        asked = questions(self._data, self._terminal.say)
        if self._at < len(asked):
            return None
        try:
            return parse_duel(_file_data(self._data), str(self._file))
        except BadSetup as error:
            places = [at for at, one in enumerate(asked) if any(_belongs(found, one) for found in error.problems)]
            if not places:
                raise
            self._tell(error.problems)
            self._at = places[0]
            return None

    def _tell(self, problems: "list[Problem] | tuple[Problem, ...]") -> None:
        language = self._terminal.language
        for problem in problems:
            self._terminal.show(self._terminal.say("design.expected", expected=problem.expected(language)))

    def _keep(self) -> None:
        kept = {"format": _FORMAT, "at": self._at, "duel": self._data}
        self._draft.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")


def draft_of(file: Path) -> Path:
    """Where a duel lies until it is whole."""
    return file.with_name(f"{file.name}.draft")


def finish(terminal: Terminal, duel: Duel, file: Path) -> None:
    """What he is like, and how hard if somebody wants to know."""
    terminal.show("", *profile_page(terminal, duel), "")
    try:
        answer = terminal.ask(f"{terminal.say('design.measure')} >")
    except Quit:
        answer = ""
    if answer.lower() not in terminal.say("design.yes").split():
        terminal.show(terminal.say("design.later", command=f"niten duels measure {file}"))
        return
    options: dict[str, Any] = {"gap": measuring.GAP, "games": measuring.GAMES, "seed": measuring.SEED, "cache": True}
    terminal.show(*measuring.answer(terminal, Samurai(duel), measuring.measure(terminal, Samurai(duel), **options)))


def _problems(data: JsonObject) -> tuple[Problem, ...]:
    try:
        parse_duel(_file_data(data), "duel")
    except BadSetup as error:
        return error.problems
    return ()


def _belongs(problem: Problem, question: Question) -> bool:
    inside = any(problem.where.startswith((f"{place}.", f"{place}[")) for place in question.places)
    return inside or problem.where in (*question.places, question.whole)


def _file_data(data: JsonObject) -> JsonObject:
    return {key: value for key, value in data.items() if key != "text" or value}


def _read_draft(draft: Path) -> tuple[JsonObject, int]:
    try:
        kept = json.loads(draft.read_text(encoding="utf-8"))
        if kept["format"] != _FORMAT:
            raise ValueError(kept["format"])
        return spread(kept["duel"]), max(0, int(kept["at"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadDraft(file=draft) from error
