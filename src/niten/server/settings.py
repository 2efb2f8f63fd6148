"""How a server is set up: by the command line, by NITEN_… in the environment, by a file; the first that says so counts.

`niten serve --print-config` writes all of it as such a file.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from niten.core import NitenError
from niten.folders import data_folder

Positive = Annotated[int, Field(gt=0)]


class BadSettings(NitenError):
    """Settings that cannot be used, each with its reason."""

    code = "bad-settings"


def _default_database() -> str:
    return f"sqlite:///{data_folder() / 'niten.db'}"


def _sub_path(path: str) -> str:
    """`/games` or nothing."""
    path = path.strip("/")
    return f"/{path}" if path else ""


class Settings(BaseSettings):
    """Everything that can be set. The names are those of the file; in the environment NITEN_ stands before them."""

    model_config = SettingsConfigDict(env_prefix="NITEN_", extra="forbid", frozen=True)
    file: ClassVar[Path | None] = None

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    database: str = Field(default_factory=_default_database)
    public_url: str = ""
    """The address people see, if a proxy stands before it: changes are taken from pages of this origin only."""
    root_path: Annotated[str, AfterValidator(_sub_path)] = ""
    """The path under which a proxy shows it."""
    trusted_proxies: list[str] = []
    """Addresses whose X-Forwarded-For and -Proto are believed."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    bot_workers: Positive = 1
    long_workers: Positive = 1
    """Processes for bots, and for solutions and reviews."""
    long_jobs_yield: bool = True
    """Solutions and reviews take only the time that no other program wants (on Linux)."""
    job_seconds: Positive = 900
    """What a solution or a review may take."""
    jobs_each: Positive = 3
    """Solutions and reviews a profile may have under way."""

    jobs_waiting: Positive = 100
    """Solutions and reviews that all together may have under way."""
    job_gigabytes: Positive = 4
    """Memory that solving a duel may take; what needs more is refused."""

    tables_each: Positive = 500
    """Games under way that a profile may own; those that are over do not count."""
    tables_kept: Positive = 2000
    """Tables kept ready in memory."""
    streams: Positive = 5000
    """Event streams at once."""
    streams_each: Positive = 50
    """Event streams of one profile at once."""
    body_bytes: Positive = 256 * 1024
    requests_per_second: Annotated[float, Field(gt=0)] = 50.0
    """What an address, and a profile, may ask on average; a burst of ten seconds' worth is let through."""
    new_profiles_per_hour: Positive = 60
    """From one address."""
    heartbeat: Annotated[float, Field(gt=0)] = 15.0
    """Seconds between signs of life on a stream."""

    @property
    def shown_database(self) -> str:
        """The address of the database as it may be shown."""
        return hide_password(self.database)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        if cls.file is None:
            return init_settings, env_settings
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, cls.file)

    @classmethod
    def read(cls, file: Path | None = None, **given: Any) -> "Settings":
        """The settings; what is given counts most. BadSettings names everything that is wrong."""
        kind = type(cls.__name__, (cls,), {"file": file, "__module__": cls.__module__})
        try:
            if file:
                tomllib.loads(file.read_text(encoding="utf-8"))
            return kind(**{name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors())
            raise BadSettings(reason=wrong) from error
        except OSError as error:
            raise BadSettings(reason=f"{file}: {error.strerror}") from error
        except ValueError as error:
            raise BadSettings(reason=f"{file or 'NITEN_…'}: {error}") from error


def hide_password(address: str) -> str:
    """An address without the password in it."""
    return re.sub(r"([?&]password=)[^&]*", r"\1***", re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", address))


def as_toml(settings: Settings) -> str:
    """All settings as a file; a password in the address of the database is not shown."""
    values = settings.model_dump() | {"database": settings.shown_database}
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
