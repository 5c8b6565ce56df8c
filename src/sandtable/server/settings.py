"""Settings of the server: defaults, then a TOML file, then the environment.

Every field may stand in the file under its own name and in the environment as ``SANDTABLE_`` plus its
name in capitals.  Secrets may also be read from a file: ``SANDTABLE_SMTP_PASSWORD_FILE=/run/secrets/smtp``.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from sandtable.server.files import SPARE_FILES, most_files

PREFIX = "SANDTABLE_"
FILE_NAME = "sandtable.toml"
NOT_SETTINGS = {"SANDTABLE_CONFIG", "SANDTABLE_PURE"}  # where the file lies; how the package is built
SECRETS = ("smtp_password", "oidc_client_secret", "metrics_token", "database")

Port = Annotated[int, Meta(ge=0, le=65535)]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class BadSettings(ValueError):
    """Settings that cannot be used; the message names the setting."""


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that may be set.  The comments are the reference in docs/operations.md."""

    # Where it listens and what people see
    host: str = "127.0.0.1"  # address to listen on
    port: Port = 8000  # port to listen on; 0 takes any free one
    base_url: str = ""  # how people reach the server; empty: as they say; https:// makes cookies secure and asks browsers for TLS
    origins: list[str] = []  # further origins whose pages may use the API with cookies
    trusted_proxies: str = ""  # addresses of reverse proxies whose X-Forwarded-* is believed, by commas

    # What it keeps
    data_folder: str = "sandtable-data"  # the outbox, and what else is no match or account
    database: str = "sqlite:///sandtable-data/sandtable.db"  # or postgresql://user@host/name
    workers: Positive = 1  # processes; more than one needs PostgreSQL

    # Load
    message_bytes: Annotated[int, Meta(ge=1024, le=1 << 24)] = 1 << 16  # longest message on a socket; a request may hold four times that
    messages_per_second: float = 20.0  # of one socket, on average
    messages_burst: Positive = 200  # and at most this many at once
    queue_bytes: Positive = 1 << 20  # a socket with more than this unsent is cut off
    padding: Annotated[int, Meta(ge=0, le=1 << 16)] = 4096  # what a seat is told is filled up to multiples of so many bytes; 0: not
    idle_seconds: float = 300.0  # a match nobody looks at leaves memory after this time
    limit_concurrency: Positive = (
        5000  # connections held at once; then the idlest of the greediest address goes, or a newcomer is told to try again
    )
    connections_per_address: Positive = (
        400  # connections of one address (IPv6: a /64), and requests and sockets under way; proxies have no bound
    )
    stop_seconds: Positive = 5  # a graceful stop waits no longer for requests under way
    limits: bool = True  # rate limits; off only for load tests

    # Bots
    bot_processes: Positive = 1  # processes that think for bots
    bot_seconds: float = 5.0  # a decision of a bot may take this long
    bot_grid: float = 0.1  # answers of bots are released on multiples of this many seconds after the ask
    bot_commands: dict[str, list[str]] = {}  # further bots: name -> command that speaks the bot protocol; in the file only

    # Names
    reserved_names: bool = False  # matches may use names that belong to others, as far as the owner of the server may: see NOTICE

    # Designs
    doctor_seconds: float = 10.0  # the doctor has so long to say what is wrong with a design
    balance_processes: Positive = 1  # balance tests run at once; more wait
    balance_seconds: float = 120.0  # a balance test ends after this time with what it has

    # Accounts
    registration: bool = True  # people may make accounts
    guests: bool = True  # people may play without an account
    hash_at_once: Positive = 2  # passwords hashed at the same time: each takes a core and 19 MiB
    session_days: Positive = 30  # staying logged in: ends after so many days without a visit
    session_hours: Positive = 12  # not staying logged in: ends after so many hours without a visit
    session_limit_days: Positive = 180  # no session lasts longer, used or not
    confirm_days: Positive = 30  # a confirmation mail is valid so long
    reset_minutes: Annotated[int, Meta(ge=1, le=60)] = 60  # a password reset is valid so long
    oidc_issuer: str = ""  # log-in by an OpenID provider: its issuer URL
    oidc_client_id: str = ""
    oidc_client_secret: str = ""
    oidc_name: str = "OpenID"  # what the button says

    # Mail and webhooks
    smtp_host: str = ""  # without one, mail goes to data_folder/outbox and the link to the console
    smtp_port: Port = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_tls: str = "starttls"  # starttls, tls or none
    mail_from: str = "Sandtable <sandtable@localhost>"
    webhook_private: bool = False  # webhooks may reach private addresses: for servers at home

    # Watching it
    log_level: str = "info"  # debug, info, warning, error
    log_format: str = "json"  # json or text
    metrics_token: str = ""  # bearer of /metrics; without one only this host may read it

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    @property
    def url(self) -> str:
        """The public address, without a slash at its end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (self.base_url or f"http://{host}:{self.port}").rstrip("/")

    @property
    def own_origins(self) -> list[str]:
        """Origins whose pages may act with a person's cookies."""
        return [self.url, *(origin.rstrip("/") for origin in self.origins)]

    @property
    def sqlite_file(self) -> Path | None:
        """The database file; None on PostgreSQL."""
        kind, sign, path = self.database.partition(":///")
        return Path(path) if sign and kind.startswith("sqlite") else None

    @property
    def outbox(self) -> Path:
        return Path(self.data_folder) / "outbox"


def load(file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from defaults, file, environment and the command line, each over the one before."""
    environ = os.environ if environment is None else environment
    values = _from_file(file, environ) | _from_environment(environ) | {key: value for key, value in given.items() if value is not None}
    for key in values:
        if key not in Settings.__struct_fields__:
            raise BadSettings(f"no setting '{key}'" + _near(key))
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(_spoken(error)) from None
    for problem in problems(settings):
        raise BadSettings(problem)
    return settings


def problems(settings: Settings) -> list[str]:
    """What is wrong with values that fit their types."""
    found: list[str] = []
    for name in ("base_url", "oidc_issuer"):
        value = getattr(settings, name)
        if value and (urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).hostname):
            found.append(f"{name}: '{value}' is no http(s) address")
    if urlsplit(settings.base_url).path not in ("", "/"):
        found.append("base_url: the server lives at the root of its host, without a path")
    for name, allowed in (
        ("smtp_tls", ("starttls", "tls", "none")),
        ("log_level", ("debug", "info", "warning", "error")),
        ("log_format", ("json", "text")),
    ):
        if getattr(settings, name) not in allowed:
            found.append(f"{name}: one of {', '.join(allowed)}, not '{getattr(settings, name)}'")
    if settings.workers > 1 and settings.sqlite_file is not None:
        found.append("workers: more than one process needs PostgreSQL (database)")
    if settings.oidc_issuer and not settings.oidc_client_id:
        found.append("oidc_client_id: missing beside oidc_issuer")
    if settings.smtp_password and settings.smtp_tls == "none":
        found.append("smtp_tls: a password needs starttls or tls")
    return found


def advice(settings: Settings, environment: Mapping[str, str] | None = None) -> list[str]:
    """What works but is worth a second look; ``serve --check`` prints it."""
    found: list[str] = []
    if not settings.secure and settings.host not in ("127.0.0.1", "::1", "localhost"):
        found.append("base_url is not https: log-ins and moves travel in the clear")
    if settings.secure and not settings.trusted_proxies:
        found.append(
            "trusted_proxies is empty: behind a proxy all people seem to have its address, and share its rate limits and connections"
        )
    if not settings.smtp_host:
        found.append(f"smtp_host is empty: mail goes to {settings.outbox} and its links to the console")
    if most_files() < settings.limit_concurrency + SPARE_FILES:
        needed = settings.limit_concurrency + SPARE_FILES
        found.append(f"only {most_files()} files may be open: limit_concurrency needs {needed}; raise the limit (ulimit -n, LimitNOFILE)")
    if not settings.limits:
        found.append("limits are off: anybody may flood the server")
    for name in sorted(os.environ if environment is None else environment):
        field = name.removeprefix(PREFIX).removesuffix("_FILE").lower()
        if name.startswith(PREFIX) and name not in NOT_SETTINGS and field not in Settings.__struct_fields__:
            found.append(f"{name} sets nothing" + _near(field))
    return found


def shown(settings: Settings) -> dict[str, Any]:
    """The settings in force, secrets covered."""
    values = {name: getattr(settings, name) for name in Settings.__struct_fields__}
    for name in SECRETS:
        if values[name]:
            values[name] = "(set)"
    return values


def _from_file(file: Path | None, environ: Mapping[str, str]) -> dict[str, Any]:
    """The file named, else the one in SANDTABLE_CONFIG, else sandtable.toml here when there is one."""
    named = file or (Path(environ["SANDTABLE_CONFIG"]) if environ.get("SANDTABLE_CONFIG") else None)
    path = named or Path(FILE_NAME)
    if named is None and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Values of known names; lists by commas.  An empty value counts as not set."""
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = environ.get(PREFIX + name.upper(), "")
        place = environ.get(PREFIX + name.upper() + "_FILE", "")
        if place and name in SECRETS:
            try:
                text = Path(place).read_text(encoding="utf-8").strip()
            except OSError as error:
                raise BadSettings(f"{PREFIX}{name.upper()}_FILE: {place}: {error.strerror}") from None
        if text:
            values[name] = [part.strip() for part in text.split(",")] if name == "origins" else _word(text)
    return values


def _word(text: str) -> str:
    """Yes and no as people write them."""
    return {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(text.lower(), text)


def _spoken(error: msgspec.ValidationError) -> str:
    """``Expected `int` <= 65535 - at `$.port` `` as ``port: expected `int` <= 65535``."""
    text, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {text[:1].lower()}{text[1:]}" if place else text


def _near(key: str) -> str:
    near = difflib.get_close_matches(key, Settings.__struct_fields__, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
