"""The `niten` command: words, help in four languages, exit codes."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cyclopts import App, CycloptsError, Group, Parameter
from rich.console import Console

import niten
from niten.core import NitenError
from niten.terminal import bench_command, booklet_commands, commands, printing, server_commands, simulate_commands
from niten.terminal.usage import translate
from niten.texts import LANGUAGES, language_from, say

FINE, NO, WRONG = 0, 1, 2
_SIMULATE = simulate_commands.SAMURAI


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code is 0 fine, 1 the answer is no, 2 wrong use or bad input."""
    language = _language(arguments)
    _prepare_output()
    errors = Console(stderr=True, highlight=False, emoji=False)
    try:
        app = build_app(language)
        result = app(
            arguments, exit_on_error=False, print_error=False, error_console=errors, result_action="return_value"
        )
    except (CycloptsError, NitenError, OSError) as error:
        if _reader_left(error):  # nobody to tell
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
            return FINE
        errors.print(_sentence(error, language), markup=False, soft_wrap=True)
        return WRONG
    except KeyboardInterrupt:
        return 130
    return FINE if result is None else int(result)


def _prepare_output() -> None:
    """An output that knows no Unicode shows question marks. A file on Windows need not: names and JSON stay whole."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # not there where a test has put something else
        if reconfigure:
            in_file = sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ
            reconfigure(encoding="utf-8" if in_file else None, errors="replace")


def _reader_left(error: Exception) -> bool:
    """Whether nobody reads our pipe any longer, which Windows may call an invalid argument."""
    if isinstance(error, OSError) and sys.platform == "win32" and error.errno == errno.EINVAL:
        return not error.filename
    return isinstance(error, BrokenPipeError)


def _sentence(error: Exception, language: str) -> str:
    if isinstance(error, CycloptsError):
        ours = translate(error)
        return ours.text(language) if ours else str(error)
    if isinstance(error, NitenError):
        return error.text(language)
    if isinstance(error, OSError):
        key = "error.no-file" if error.filename else "error.no-output"
        return say(language, key, file=error.filename, reason=error.strerror or str(error))
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


_DUELS: tuple[tuple[Callable[..., Any], str, str, str], ...] = (
    (booklet_commands.duels_list, "list", "[--json]", "--json"),
    (booklet_commands.duels_show, "show", "DUEL […]", "oda-nobunaga"),
    (booklet_commands.duels_campaign, "campaign", "[--json]", ""),
    (booklet_commands.duels_check, "check", "FILE… [--json]", "mine.toml"),
    (booklet_commands.duels_measure, "measure", "DUEL […]", "mine.toml"),
    (booklet_commands.duels_new, "new", "FILE […]", "mine.toml --from akiyama"),
    (booklet_commands.duels_edit, "edit", "FILE […]", "mine.toml"),
)
"""What stands below `niten duels`: what it does, its name, its arguments, those of an example."""


def build_app(language: str) -> App:
    """The command tree with its help in a language."""
    say_it = partial(say, language)
    shared: dict[str, Any] = {
        "console": Console(highlight=False, emoji=False),
        "help_format": "plaintext",
        "group_commands": Group(say_it("terminal.commands"), sort_key=1),
        "group_parameters": Group(say_it("terminal.parameters"), sort_key=2),
        "group_arguments": Group(say_it("terminal.parameters"), sort_key=2),
        "default_parameter": Parameter(negative=(), show_default=False, show_choices=False),
    }

    def make(path: str, arguments: str, text: str, **more: Any) -> App:
        usage = f"{say_it('terminal.usage')} {path} {arguments}"  # the parser's own would be English
        flags: dict[str, Any] = {"version_flags": (), **shared, **more}
        app = App(name=path.rsplit(maxsplit=1)[-1], help=f"{text}\n\n{usage}", usage="", **flags)
        app["--help"].help = say_it("terminal.help-flag")
        return app

    def with_example(text: str, example: str) -> str:
        return f"{text}\n\n{say_it('command.example', example=example)}"

    def leaf(parent: App, function: Callable[..., Any], path: str, arguments: str, example: str) -> None:
        key = path.removeprefix("niten ").replace(" ", "-")
        app = make(path, arguments, with_example(say_it(f"command.{key}.help"), example))
        app.default(_described(function, key, language))
        parent.command(app)

    root = make(
        "niten",
        "…",
        with_example(say_it("command.niten.help"), "niten play samurai --lang de"),
        help_epilogue=say_it("command.epilogue"),
        version=niten.__version__,
        version_flags=("--version",),
    )
    root["--version"].help = say_it("terminal.version-flag")
    play = make(
        "niten play", "samurai | dragon | --resume", with_example(say_it("command.play.help"), "niten play --resume")
    )
    play.default(_described(commands.play, "play", language))
    leaf(play, commands.play_samurai, "niten play samurai", "[…]", "niten play samurai --seed 7")
    leaf(play, commands.play_dragon, "niten play dragon", "[…]", "niten play dragon --players human,greedy,greedy")
    duels = make(
        "niten duels",
        " | ".join(name for _, name, _, _ in _DUELS),
        with_example(say_it("command.duels.help"), "niten duels list"),
    )
    for function, name, arguments, example in _DUELS:
        leaf(duels, function, f"niten duels {name}", arguments, f"niten duels {name} {example}".rstrip())
    root.command(play)
    root.command(duels)
    leaf(root, commands.replay, "niten replay", "FILE […]", "niten replay duel.niten")
    leaf(root, commands.verify, "niten verify", "FILE […]", "niten verify duel.niten")
    leaf(root, commands.review, "niten review", "FILE […]", "niten review duel.niten --plot curve.svg")
    leaf(root, commands.rules, "niten rules", "samurai | dragon", "niten rules samurai --lang fr")
    leaf(
        root,
        printing.print_sheets,
        "niten print",
        "DUEL | --booklet | --race […]",
        "niten print oda-nobunaga --paper letter",
    )
    leaf(root, commands.solve, "niten solve", "DUEL | --all […]", "niten solve oda-nobunaga --gap 0.01")
    leaf(
        root,
        commands.tournament,
        "niten tournament",
        "--bots A,B […]",
        "niten tournament --bots random,greedy --games 500 --players 3",
    )
    root.command(
        _simulate_app(make, leaf, with_example(say_it("command.simulate.help"), f"{_SIMULATE} --games 100000"))
    )
    leaf(root, commands.bots, "niten bots", "[--json]", "niten bots --lang fr")
    train = make("niten train", "dragon", with_example(say_it("command.train.help"), "niten train dragon --minutes 30"))
    leaf(train, commands.train_dragon, "niten train dragon", "[…]", "niten train dragon --minutes 30 --seed 7")
    root.command(train)
    leaf(root, server_commands.serve, "niten serve", "[…]", "niten serve --host 0.0.0.0 --port 8000")
    admin = make(
        "niten admin",
        "rebuild | backup | restore | export | delete",
        with_example(say_it("command.admin.help"), "niten admin backup niten-backup.db"),
    )
    leaf(admin, server_commands.admin_rebuild, "niten admin rebuild", "[…]", "niten admin rebuild")
    leaf(admin, server_commands.admin_backup, "niten admin backup", "FILE […]", "niten admin backup niten-backup.db")
    leaf(admin, server_commands.admin_restore, "niten admin restore", "FILE […]", "niten admin restore niten-backup.db")
    leaf(
        admin,
        server_commands.admin_export,
        "niten admin export",
        "PROFILE […]",
        "niten admin export pEpSXf0V2Rz1mXbQyTt9Lw",
    )
    leaf(
        admin,
        server_commands.admin_delete,
        "niten admin delete",
        "PROFILE […]",
        "niten admin delete pEpSXf0V2Rz1mXbQyTt9Lw",
    )
    root.command(admin)
    leaf(root, bench_command.bench, bench_command.COMMAND, "[PART…] […]", "niten bench simulator server --json")
    return root


def _simulate_app(make: Callable[..., App], leaf: Callable[..., None], text: str) -> App:
    simulate = make("niten simulate", "samurai | dragon […]", text)
    simulate.default(simulate_commands.simulate)
    leaf(
        simulate,
        simulate_commands.simulate_samurai,
        simulate_commands.SAMURAI,
        "[…]",
        f"{_SIMULATE} --policy careful --games 20000 --plot careful.svg",
    )
    leaf(
        simulate,
        simulate_commands.simulate_dragon,
        simulate_commands.DRAGON,
        "[…]",
        "niten simulate dragon --players 3 --policy greedy --games 5000",
    )
    return simulate


def _described(command: Callable[..., Any], key: str, language: str) -> Callable[..., Any]:
    """The command with the help of its parameters from the catalogue."""
    parameters = [name for name in command.__annotations__ if name != "return"]
    own = [name for name in parameters if name not in commands.SHARED_PARAMETERS]
    lines = [say(language, f"command.{key}.help"), ""]
    lines += [f":param {name}: {say(language, f'command.{key}.{name}')}" for name in own]
    lines += [f":param {name}: {say(language, f'command.{name}')}" for name in parameters if name not in own]
    command.__doc__ = "\n".join(lines)
    return command
