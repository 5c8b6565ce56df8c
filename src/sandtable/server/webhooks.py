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


# Kept here and not asked of ``ipaddress``, whose answers differ between versions of Python (RFC 6890 and its registries).
_NOT_PUBLIC_4 = [
    ipaddress.IPv4Network(each)
    for each in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
]  # fmt: skip
_UNICAST_6 = ipaddress.IPv6Network("2000::/3")  # the only part of IPv6 that is given out; the rest is local, multicast or nothing yet
_NOT_PUBLIC_6 = [  # within it: protocols (Teredo among them), documentation, 6to4
    ipaddress.IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
_CARRIERS = [ipaddress.IPv6Network(each) for each in ("::ffff:0:0/96", "64:ff9b::/96")]  # IPv4 as IPv6: mapped, and by NAT64


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet.  What stands for an IPv4 address is judged as that one: on a host with
    NAT64 it leads there.  Tunnels (6to4, Teredo, IPv4-compatible, a network's own NAT64) lead to nobody's webhook."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address) and any(parsed in carrier for carrier in _CARRIERS):
        parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _NOT_PUBLIC_4)
    return parsed in _UNICAST_6 and not any(parsed in network for network in _NOT_PUBLIC_6)
