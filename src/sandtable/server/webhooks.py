"""Calls to addresses that people set: public ones only, and to the very address that was checked."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore2

SECONDS = 5.0  # a webhook has so long to answer


class Caller:
    def __init__(self, private: bool) -> None:
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=Guarded(private), max_connections=20
        )

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, str]:
        """The status and what to log; status 0 when there was no answer.  Redirects are not followed, bodies not read."""
        sent: list[tuple[bytes | str, bytes | str]] = [("Host", urlsplit(url).netloc), ("Content-Length", str(len(body))), *headers.items()]
        times = {"connect": SECONDS, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
        try:
            async with asyncio.timeout(2 * SECONDS):
                async with self._pool.stream("POST", url, headers=sent, content=body, extensions={"timeout": times}) as response:
                    return response.status, str(response.status)
        except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError, OSError) as error:
            return 0, type(error).__name__

    async def close(self) -> None:
        await self._pool.aclose()


class Forbidden(OSError):
    """The name leads into a private network."""


class Guarded(httpcore2.AsyncNetworkBackend):
    """Connects to public addresses only, and to the very address that was checked: a name that changes its
    meaning between check and call gains nothing."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        if not self._private and not all(is_public(str(entry[4][0])) for entry in found):
            raise Forbidden("private address")
        return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise Forbidden("no sockets of this host")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return parsed.is_global and not parsed.is_multicast
