"""`niten duels`: the booklet with what was measured about its duels, and duels of one's own."""

import json as jsonlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from niten.booklet import certificates, duels, find_duel
from niten.booklet.certificate import content_key
from niten.core import BadSetup, Match, Problem
from niten.core.checking import read_toml_file
from niten.samurai import Duel, Samurai, duel_data, load_duel
from niten.samurai.switches import switches_from
from niten.terminal import measuring
from niten.terminal.booklet_page import certificate_page, list_page, profile_page
from niten.terminal.campaign import campaign_page, saved_progress
from niten.terminal.console import Terminal
from niten.terminal.designing import Designer, FileExists, finish
from niten.terminal.samurai_face import SamuraiFace
from niten.terminal.usage import WrongUse
from niten.texts import LANGUAGES, language_from

Language = Literal["de", "en", "es", "fr"]

WHOLE = 1000  # lines: a height that leaves nothing out


def duels_list(*, json: bool = False, lang: Language | None = None, plain: bool = False) -> None:
    """List the booklet."""
    if json:
        _print_json([_listed(duel) for duel in duels().values()])
        return
    terminal = _terminal(lang, plain)
    terminal.show(*list_page(terminal))


def _listed(duel: Duel) -> dict[str, Any]:
    certificate = certificates().get(duel.id)
    measured = certificate.as_json() if certificate else None
    return {"id": duel.id, "name": duel.name, "stars": duel.stars, "certificate": measured}


def duels_show(
    duel: str | None = None, *, json: bool = False, lang: Language | None = None, plain: bool = False
) -> None:
    """Show a duel's pages, and what is known about it."""
    if duel is None:
        raise WrongUse("missing", "niten duels show", word="DUEL")
    found = find_duel(duel)
    if json:
        _print_json(duel_data(found))
        return
    terminal = _terminal(lang, plain)
    game = Samurai(found)
    face = SamuraiFace(terminal, Match(game), game)
    text = found.texts.get(terminal.language)
    terminal.show(*([text] if text else []), face.pages(WHOLE) if terminal.draws else face.plain_pages())
    terminal.show("", *profile_page(terminal, found))
    certificate = certificates().get(found.id)
    if certificate and certificate.key == content_key(found, certificate.switches):
        terminal.show("", *certificate_page(terminal, certificate))


def duels_measure(
    duel: str | None = None,
    *,
    rules: str = "en",
    gap: float = measuring.GAP,
    games: int = measuring.GAMES,
    no_cache: bool = False,
    seed: int = measuring.SEED,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> int:
    """Measure a duel."""
    command = "niten duels measure"
    if duel is None:
        raise WrongUse("missing", command, word="DUEL")
    if not 0 < gap < 1:
        raise WrongUse("value", command, "gap", word="--gap", value=gap)
    if not 1 <= games <= measuring.MOST_GAMES:
        raise WrongUse("value", command, "measured-games", word="--games", value=games)
    if not 0 <= seed < 2**64:
        raise WrongUse("value", command, "seed", word="--seed", value=seed)
    terminal = _terminal(lang, plain or json)
    game = Samurai(find_duel(duel), switches_from(rules, "--rules"))
    certificate = measuring.measure(terminal, game, gap=gap, games=games, seed=seed, cache=not no_cache)
    if json:
        _print_json({"id": game.duel.id, "name": game.duel.name} | measuring.as_json(certificate))
    else:
        terminal.show(*measuring.answer(terminal, game, certificate))
    return 0 if certificate.upper - certificate.lower <= gap else 1


def duels_campaign(*, json: bool = False, lang: Language | None = None, plain: bool = False) -> None:
    """Show the way through the booklet."""
    rows = saved_progress()
    if json:
        _print_json([row._asdict() for row in rows])
        return
    terminal = _terminal(lang, plain)
    terminal.show(*campaign_page(terminal, rows))


def duels_new(
    file: Path | None = None,
    *,
    start: Annotated[str | None, Parameter(name="--from")] = None,
    lang: Language | None = None,
    plain: bool = False,
) -> int:
    """Make a duel."""
    if file is None:
        raise WrongUse("missing", "niten duels new", word="FILE")
    if file.exists():
        raise FileExists(file=file)
    table = {key: value for key, value in duel_data(find_duel(start)).items() if key != "id"} if start else {}
    return _design(_terminal(lang, plain), file, table)


def duels_edit(file: Path | None = None, *, lang: Language | None = None, plain: bool = False) -> int:
    """Change a duel file."""
    if file is None:
        raise WrongUse("missing", "niten duels edit", word="FILE")
    return _design(_terminal(lang, plain), file, read_toml_file(file))


def _design(terminal: Terminal, file: Path, table: Mapping[str, Any]) -> int:
    duel = Designer(terminal, file, table).run()
    if duel is None:
        return 1
    finish(terminal, duel, file)
    return 0


def duels_check(*files: Path, json: bool = False, lang: Language | None = None) -> int:
    """Check duel files."""
    if not files:
        raise WrongUse("nothing-given", "niten duels check")
    terminal = _terminal(lang, plain=False)
    results: list[dict[str, Any]] = []
    unreadable = False
    for file in files:
        try:
            load_duel(file)
        except BadSetup as error:
            problems = [_problem_data(problem, terminal.language) for problem in error.problems]
            results.append({"file": str(file), "fine": False, "problems": problems})
            if not json:
                terminal.show(error.text(terminal.language))
        except OSError as error:
            text = terminal.say("error.no-file", file=file, reason=error.strerror or str(error))
            results.append({"file": str(file), "fine": False, "problems": [{"problem": "unreadable", "text": text}]})
            unreadable = True
            if not json:
                sys.stderr.write(text + "\n")
        else:
            results.append({"file": str(file), "fine": True, "problems": []})
            if not json:
                terminal.show(terminal.say("terminal.no-problems", file=file))
    if json:
        _print_json(results)
    return 2 if unreadable else 0 if all(result["fine"] for result in results) else 1


def _problem_data(problem: Problem, language: str) -> dict[str, str]:
    return {
        "key": problem.where,
        "value": problem.shown,
        "expected": problem.expected(language),
        "problem": problem.code,
        "text": problem.text(language),
    }


def _terminal(language: str | None, plain: bool) -> Terminal:
    return Terminal(language if language in LANGUAGES else language_from(), plain=plain)


def _print_json(data: object) -> None:
    jsonlib.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
