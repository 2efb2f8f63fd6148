"""`niten serve` and `niten admin`. What the server is made of is an extra: it is loaded when it is asked for."""

import json as jsonlib
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from niten.core import NitenError
from niten.terminal.console import Terminal
from niten.terminal.usage import WrongUse
from niten.terminal.working import working
from niten.texts import LANGUAGES, language_from

if TYPE_CHECKING:
    from niten.server.settings import Settings
    from niten.server.store import Database

T = TypeVar("T")
Language = Literal["de", "en", "es", "fr"]
_ABROAD = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # noqa: S104 — as somebody has asked for; addresses of nobody


class NoWeb(NitenError):
    """What the server is made of is not installed."""

    code = "no-web"


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    config: Path | None = None,
    print_config: bool = False,
    lang: Language | None = None,
) -> None:
    """Answer until told to stop."""
    asked = _settings(config, host=host, port=port, database=database)
    if print_config:
        from niten.server.settings import as_toml  # noqa: PLC0415

        _terminal(lang).target.write(as_toml(asked))
        return
    with _web():
        from niten.server.serve import serve as answer  # noqa: PLC0415

        terminal = _terminal(lang)
        address = f"http://{_place(asked.host)}:{asked.port}"
        terminal.show(terminal.say("serve.begins", address=address, database=asked.shown_database))
        answer(asked)


def _place(host: str) -> str:
    """What to open in a browser: for a server that listens everywhere, where other devices at home find this one."""
    if host in _ABROAD:
        family, abroad = socket.AF_INET6 if ":" in host else socket.AF_INET, _ABROAD[host]
        host = "::1" if ":" in host else "127.0.0.1"
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((abroad, 9))  # nothing is sent: it only decides by which of its addresses it would be
            host = probe.getsockname()[0]
    return f"[{host}]" if ":" in host else host


def admin_rebuild(*, database: str | None = None, config: Path | None = None, lang: Language | None = None) -> int:
    """Make anew what follows from the logs."""
    terminal = _terminal(lang)
    with _database(database, config) as opened, working(terminal, terminal.say("admin.rebuilding")) as progress:
        from niten.server import admin  # noqa: PLC0415

        done = admin.rebuild(opened, progress)
    terminal.show(terminal.say("admin.rebuilt", count=done.tables))
    for table, number in done.damaged:
        terminal.show(terminal.say("admin.damaged", table=table, number=number))
    return 1 if done.damaged else 0


def admin_backup(
    file: Path | None = None,
    *,
    database: str | None = None,
    config: Path | None = None,
    lang: Language | None = None,
) -> None:
    """Copy everything into a file."""
    file = _given(file, "niten admin backup", "FILE")
    terminal = _terminal(lang)
    with _database(database, config) as opened, working(terminal, terminal.say("admin.copying")) as progress:
        from niten.server import admin  # noqa: PLC0415

        rows = admin.backup(opened, file, progress)
    terminal.show(terminal.say("admin.backed-up", count=rows, file=file))


def admin_restore(
    file: Path | None = None,
    *,
    database: str | None = None,
    config: Path | None = None,
    lang: Language | None = None,
) -> None:
    """Bring a backup back into an empty database."""
    file = _given(file, "niten admin restore", "FILE")
    terminal = _terminal(lang)
    with _database(database, config) as opened, working(terminal, terminal.say("admin.copying")) as progress:
        from niten.server import admin  # noqa: PLC0415

        rows = admin.restore(file, opened, progress)
    terminal.show(terminal.say("admin.restored", count=rows, file=file))


def admin_export(
    profile: str | None = None,
    *,
    database: str | None = None,
    config: Path | None = None,
    lang: Language | None = None,
) -> None:
    """All that is kept about somebody, as JSON."""
    profile = _given(profile, "niten admin export", "PROFILE")
    with _database(database, config) as opened:
        from niten.server import admin  # noqa: PLC0415

        found = admin.export(opened, profile)
    _terminal(lang).target.write(jsonlib.dumps(found, ensure_ascii=False, indent=2) + "\n")


def admin_delete(
    profile: str | None = None,
    *,
    database: str | None = None,
    config: Path | None = None,
    lang: Language | None = None,
) -> None:
    """Delete somebody and what is kept about him."""
    profile = _given(profile, "niten admin delete", "PROFILE")
    with _database(database, config) as opened:
        from niten.server import admin  # noqa: PLC0415

        count = admin.remove(opened, profile)
    terminal = _terminal(lang)
    terminal.show(terminal.say("admin.deleted", profile=profile, count=count))


def _given(value: T | None, command: str, word: str) -> T:
    if value is None:
        raise WrongUse("missing", command, word=word)
    return value


def _settings(config: Path | None, **given: Any) -> "Settings":
    """What is asked for on the command line, in the environment and in a file, in this order."""
    with _web():
        from niten.server.settings import Settings  # noqa: PLC0415
    return Settings.read(config, **given)


@contextmanager
def _web() -> Generator[None]:
    """What the server is made of; where some of it is missing, that is said."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoWeb(reason=error.msg) from error


@contextmanager
def _database(address: str | None, config: Path | None) -> "Generator[Database]":
    asked = _settings(config, database=address)
    with _web():
        from niten.server.store import open_database  # noqa: PLC0415

        database = open_database(asked.database)
    try:
        yield database
    finally:
        database.close()


def _terminal(language: str | None) -> Terminal:
    return Terminal(language if language in LANGUAGES else language_from(), plain=False)
