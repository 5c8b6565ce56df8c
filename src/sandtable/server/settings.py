"""What can be set about a server.  Everything has a default that works on one machine."""

from __future__ import annotations

import secrets

import msgspec


class Settings(msgspec.Struct, kw_only=True):
    database: str = "sqlite:///sandtable.db"  # or postgresql://user@host/name
    host: str = "127.0.0.1"
    port: int = 8000
    secret: str = msgspec.field(default_factory=lambda: secrets.token_hex(32))  # signs cookies and links
    base_url: str = ""  # as people reach the server; empty: from the request
    origins: list[str] = []  # further web origins that may open sockets with a cookie
    bot_processes: int = 1
    bot_seconds: float = 5.0  # a decision of a bot may take this long
    bot_grid: float = 0.0  # answers of bots are released on multiples of this many seconds after the ask
    bot_commands: dict[str, list[str]] = {}  # further bots: name -> command that speaks the bot protocol
    idle_seconds: float = 300.0  # a match nobody looks at leaves memory after this time
    queue_bytes: int = 1 << 20  # a socket with more than this unsent is cut off
    message_bytes: int = 1 << 16  # longest message a client may send
    messages_per_second: float = 20.0  # of one socket, on average
    messages_burst: int = 200  # and at most this many at once
