"""What each word of the command line does. The texts of their help are in the catalogues."""

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from cyclopts import Parameter

from niten.booklet import find_duel
from niten.core import Match, SeededDice, Step
from niten.core.record import OWN, SEEDED, Record, read_file
from niten.core.record import replay as replay_record
from niten.dragon import Dragon
from niten.games import find_game
from niten.samurai import Samurai, State
from niten.samurai.switches import switches_from
from niten.terminal import bots_page, reviewing, solving, solving_all, training, verifying
from niten.terminal.console import Terminal
from niten.terminal.dragon_face import DragonFace
from niten.terminal.dragon_play import begin, go_on, play_races
from niten.terminal.dragon_seats import recorded_seats
from niten.terminal.dragon_setup import Asked, agree
from niten.terminal.face import Face
from niten.terminal.replaying import Replaying
from niten.terminal.rules_page import rules_page
from niten.terminal.samurai_face import SamuraiFace
from niten.terminal.saves import chosen_game, chosen_save, latest_unfinished, new_save
from niten.terminal.table import Table, greeting
from niten.terminal.tournament import GAMES, enter, hold
from niten.terminal.usage import WrongUse
from niten.texts import LANGUAGES, language_from

Language = Literal["de", "en", "es", "fr"]
GameName = Literal["samurai", "dragon"]

DEMO = "oda-nobunaga"
SHARED_PARAMETERS = ("lang", "plain", "seed", "json")


def play(
    *, resume: bool = False, save: Path | None = None, lang: Language | None = None, plain: bool = False
) -> int | None:
    """Play in the terminal: the game played last, or the demo duel."""
    return _resume(None, save, lang, plain) if resume else play_samurai(save=save, lang=lang, plain=plain)


def play_samurai(
    *,
    duel: str = DEMO,
    rules: str = "en",
    seed: int | None = None,
    dice: Literal["seeded", "own"] = "seeded",
    resume: bool = False,
    save: Path | None = None,
    lang: Language | None = None,
    plain: bool = False,
) -> int | None:
    """Fight a duel."""
    _check_seed(seed, "niten play samurai", dice=dice)
    if resume:
        given = {
            "--seed": seed is not None,
            "--dice": dice != SEEDED,
            "--duel": duel != DEMO,
            "--rules": rules != "en",
        }
        _check_resume("niten play samurai", given)
        return _resume("samurai", save, lang, plain)
    terminal = _terminal(lang, plain)
    game = Samurai(find_duel(duel), switches_from(rules, "--rules"))
    seed = None if dice == OWN else secrets.randbelow(2**32) if seed is None else seed
    Table(
        terminal,
        SamuraiFace(terminal, Match(game), game),
        dice=None if seed is None else SeededDice(seed),
        seed=seed,
        file=chosen_save(save) if save else new_save("samurai"),
        notices=[greeting(terminal, seed)],
    ).play()
    return None


def play_dragon(
    *,
    players: str | None = None,
    board: str | None = None,
    powers: str | None = None,
    immunity: bool = False,
    stones: int | None = None,
    stones_at: str | None = None,
    starts: str | None = None,
    max_turns: int | None = None,
    position: Annotated[str | None, Parameter(name="--from")] = None,
    seed: int | None = None,
    dice: Literal["seeded", "own"] = "seeded",
    resume: bool = False,
    save: Path | None = None,
    lang: Language | None = None,
    plain: bool = False,
) -> int | None:
    """Play a race."""
    _check_seed(seed, "niten play dragon", dice=dice)
    asked = Asked(players, board, powers, immunity, stones, stones_at, starts, max_turns, position)
    if resume:
        given = {"--seed": seed is not None, "--dice": dice != SEEDED, "--players …": asked != Asked()}
        _check_resume("niten play dragon", given)
        return _resume("dragon", save, lang, plain)
    agreed = agree(asked)
    terminal = _terminal(lang, plain)
    if dice == OWN:
        seed = None
    elif seed is None:
        seed = secrets.randbelow(2**32)
    play_races(terminal, begin(terminal, agreed, seed=seed, file=save and chosen_save(save)), save)
    return None


def _check_resume(command: str, given: dict[str, bool]) -> None:
    """A game that goes on has its set-up already."""
    for option, is_given in given.items():
        if is_given:
            raise WrongUse("together", command, word=option, other="--resume")


def _check_seed(seed: int | None, command: str, *, dice: str = SEEDED) -> None:
    if seed is not None and dice == OWN:
        raise WrongUse("together", command, word="--seed", other="--dice own")
    if seed is not None and not 0 <= seed < 2**64:
        raise WrongUse("value", command, "seed", word="--seed", value=seed)


def _resume(game: GameName | None, save: Path | None, lang: Language | None, plain: bool) -> None:
    terminal = _terminal(lang, plain)
    path, record, replayed = chosen_game(save) if save else latest_unfinished(game)
    if isinstance(replayed.match.game, Dragon):
        play_races(terminal, go_on(terminal, path, record, replayed, replayed.match.game))
        return
    Table(
        terminal,
        make_face(terminal, replayed.match, record),
        dice=replayed.dice,
        seed=record.seed,
        file=path,
        start=record.start,
        notices=[terminal.say("terminal.resumed", step=len(record.steps)), greeting(terminal, record.seed)],
    ).play()


def make_face(terminal: Terminal, match: Match[Any, Any], record: Record) -> Face[Any]:
    """The face of a recorded game."""
    match match.game:
        case Samurai() as game:
            return SamuraiFace(terminal, cast("Match[State, Step]", match), game)
        case Dragon() as game:
            return DragonFace(terminal, match, game, recorded_seats(record, game.seats).kinds)
        case _:
            raise TypeError(match.game)


def replay(file: Path | None = None, *, json: bool = False, lang: Language | None = None, plain: bool = False) -> None:
    """Step through a record."""
    if file is None:
        raise WrongUse("missing", "niten replay", word="FILE")
    terminal = _terminal(lang, plain)
    record = read_file(file)
    match, _ = replay_record(record, find_game(record.game))
    if json:
        _print_json(_replay_data(record, match))
        return
    Replaying(terminal, make_face(terminal, match, record), record, file).run()


def verify(file: Path | None = None, *, json: bool = False, lang: Language | None = None) -> int:
    """Check a record."""
    if file is None:
        raise WrongUse("missing", "niten verify", word="FILE")
    terminal = _terminal(lang, plain=False)
    verdict = verifying.verify(file)
    if json:
        _print_json({"file": str(file)} | verdict.data(terminal.language))
    else:
        verdict.show(terminal, file)
    return 0 if verdict.is_fine else 1


def _replay_data(record: Record, match: Match[Any, Any]) -> dict[str, Any]:
    return {
        "game": record.game,
        "rules": record.rules,
        "seed": record.seed,
        "setup": record.setup,
        "start": match.game.position(match.states[0]),
        "steps": [
            {"number": number, "step": str(step), "position": match.game.position(state)}
            for number, (step, state) in enumerate(zip(match.steps, match.states[1:], strict=True), 1)
        ],
        "result": record.result,
    }


def rules(game: GameName | None = None, *, lang: Language | None = None, plain: bool = False) -> None:
    """Print the rules."""
    if game is None:
        raise WrongUse("missing", "niten rules", word="samurai | dragon")
    terminal = _terminal(lang, plain)
    terminal.show(rules_page(game, terminal.language, plain=terminal.plain))


def solve(
    duel: str | None = None,
    *,
    rules: str = "en",
    gap: float = solving.GAP,
    goal: Literal["win", "survive"] = "win",
    all: bool = False,  # noqa: A002 — the word of the command
    cluster: str | None = None,
    no_cache: bool = False,
    json: bool = False,
    lang: Language | None = None,
) -> int:
    """Solve a duel, or all."""
    if duel is None and not all:
        raise WrongUse("missing", "niten solve", word="DUEL")
    if duel is not None and all:
        raise WrongUse("together", "niten solve", word="DUEL", other="--all")
    if cluster is not None and not all:
        raise WrongUse("missing", "niten solve", word="--all")
    if not 0 < gap < 1:
        raise WrongUse("value", "niten solve", "gap", word="--gap", value=gap)
    terminal = _terminal(lang, plain=json)
    if duel is None:
        rows = solving_all.solve_all(terminal, solving_all.Asked(rules, goal, gap, not no_cache, None), cluster)
        if json:
            _print_json(rows)
        else:
            terminal.show(solving_all.all_page(terminal, rows))
        return 0 if max(row["gap"] for row in rows) <= gap else 1
    game = Samurai(find_duel(duel), switches_from(rules, "--rules"))
    solution = solving.solve(terminal, game, goal=goal, gap=gap, cache=not no_cache)
    if json:
        _print_json(solution.as_json())
    else:
        terminal.show(*solving.answer(terminal, solution, gap))
    return 0 if solution.start.gap <= gap else 1


def review(
    file: Path | None = None,
    *,
    plot: Path | None = None,
    seat: str | None = None,
    no_cache: bool = False,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> None:
    """Review a finished game."""
    if file is None:
        raise WrongUse("missing", "niten review", word="FILE")
    terminal = _terminal(lang, plain or json)
    reviewing.review(terminal, file, plot=plot, cache=not no_cache, as_json=json, seat=seat)


def tournament(
    *,
    bots: str | None = None,
    games: int = GAMES,
    players: int = 2,
    board: str | None = None,
    powers: str | None = None,
    immunity: bool = False,
    stones: int | None = None,
    max_turns: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    keep: Path | None = None,
    seed: int | None = None,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> int:
    """Let bots race each other."""
    _check_seed(seed, "niten tournament")
    asked = Asked(board=board, powers=powers, immunity=immunity, stones=stones, max_turns=max_turns)
    entered = enter(bots, players, asked, seed, keep)
    return hold(_terminal(lang, plain or json), entered, games, workers=cluster or workers, keep=keep, as_json=json)


def bots(*, json: bool = False, lang: Language | None = None, plain: bool = False) -> None:
    """List the bots of the race."""
    terminal = _terminal(lang, plain or json)
    if json:
        _print_json(bots_page.as_json(terminal))
    else:
        bots_page.show_bots(terminal)


def train_dragon(
    *,
    games: int = training.GAMES,
    minutes: float | None = None,
    checkpoint: Path = training.CHECKPOINT,
    net: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    seed: int | None = None,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> int:
    """Train the evaluation of the race's bots."""
    _check_seed(seed, training.COMMAND)
    return training.train(
        _terminal(lang, plain or json),
        games=games,
        minutes=minutes,
        seed=seed,
        checkpoint=checkpoint,
        net=net,
        workers=workers,
        cluster=cluster,
        as_json=json,
    )


def _terminal(language: str | None, plain: bool) -> Terminal:
    return Terminal(language if language in LANGUAGES else language_from(), plain=plain)


def _print_json(data: object) -> None:
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
