"""The `niten` command: words, help in four languages, exit codes."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App, CycloptsError
from rich.console import Console

import niten
from niten.core import NitenError
from niten.terminal import commands
from niten.texts import LANGUAGES, language_from, say

FINE, NO, WRONG = 0, 1, 2


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code is 0 fine, 1 the answer is no, 2 wrong use or bad input."""
    language = _language(arguments)
    errors = Console(stderr=True, highlight=False, emoji=False)
    try:
        app = build_app(language)
        result = app(arguments, exit_on_error=False, print_error=False, error_console=errors)
    except BrokenPipeError:  # the reader of our pipe has left: nobody to tell
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return FINE
    except (CycloptsError, NitenError, OSError) as error:
        errors.print(_sentence(error, language), markup=False, soft_wrap=True)
        return WRONG
    except KeyboardInterrupt:
        return 130
    return FINE if result is None else int(result)


def _sentence(error: Exception, language: str) -> str:
    if isinstance(error, NitenError):
        return error.text(language)
    if isinstance(error, OSError):
        return say(language, "error.no-file", file=error.filename or "?", reason=error.strerror or str(error))
    return str(error)


def _language(arguments: Sequence[str]) -> str:
    """The language asked for with --lang, for help and errors too, or the environment's."""
    for n, word in enumerate(arguments):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and n + 1 < len(arguments):
            value = arguments[n + 1]
        if value in LANGUAGES:
            return value
    return language_from()


def build_app(language: str) -> App:
    """The command tree with its help in a language."""
    console = Console(highlight=False, emoji=False)

    def app(name: str, key: str) -> App:
        return App(
            name=name,
            help=say(language, f"command.{key}.help"),
            console=console,
            version_flags=(),
            help_format="plaintext",
        )

    root = App(
        name="niten",
        help=say(language, "command.niten.help"),
        help_epilogue=say(language, "command.epilogue"),
        version=niten.__version__,
        console=console,
        help_format="plaintext",
    )
    play, duels = app("play", "play"), app("duels", "duels")
    root.command(play)
    play.default(_described(commands.play, "play", language, "niten play --resume"))
    play.command(
        _described(commands.play_samurai, "play-samurai", language, "niten play samurai --seed 7"), name="samurai"
    )
    root.command(_described(commands.replay, "replay", language, "niten replay duel.niten"), name="replay")
    root.command(_described(commands.rules, "rules", language, "niten rules samurai --lang fr"), name="rules")
    root.command(duels)
    duels.command(_described(commands.duels_list, "duels-list", language, "niten duels list --json"), name="list")
    duels.command(_described(commands.duels_show, "duels-show", language, "niten duels show oda-nobunaga"), name="show")
    duels.command(
        _described(commands.duels_check, "duels-check", language, "niten duels check mine.toml"), name="check"
    )
    root.command(_described(commands.bench, "bench", language, "niten bench --json"), name="bench")
    return root


def _described(command: Callable[..., Any], key: str, language: str, example: str) -> Callable[..., Any]:
    """The command with its help from the catalogue: what it does, an example, and each parameter."""
    parameters = [name for name in command.__annotations__ if name != "return"]
    own = [name for name in parameters if name not in commands.SHARED_PARAMETERS]
    lines = [say(language, f"command.{key}.help"), "", say(language, "command.example", example=example), ""]
    lines += [f":param {name}: {say(language, f'command.{key}.{name}')}" for name in own]
    lines += [f":param {name}: {say(language, f'command.{name}')}" for name in parameters if name not in own]
    command.__doc__ = "\n".join(lines)
    return command
