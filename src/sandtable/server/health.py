"""Is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

import sandtable
from sandtable.server import counters
from sandtable.server.errors import not_found
from sandtable.server.settings import Settings
from sandtable.store.database import out_of_service

READY_SECONDS = 2.0
FAILED_SECONDS = 10.0  # for so long a decision that could not be saved says that nothing can be
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Refusals(Collector):
    """What was refused, by the key of the error: of requests, messages on sockets, handshakes."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily("sandtable_refusals", "Requests and messages answered by an error", labels=["key"])
        for key, number in sorted(counters.events.items()):
            family.add_metric([key], number)
        yield family


class Metrics:
    """Figures of one worker.  Other parts add their own to ``registry``."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("sandtable_requests", "Requests answered", ["method", "route", "status"], registry=self.registry)
        self.seconds = Histogram("sandtable_request_seconds", "Time to answer", ["route"], buckets=BUCKETS, registry=self.registry)
        self.registry.register(Refusals())
        Gauge("sandtable_info", "Version", ["version"], registry=self.registry).labels(sandtable.__version__).set(1)

    def watch(self, method: str, route: str, status: int, seconds: float) -> None:
        known = method if method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS") else "other"
        self.requests.labels(known, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def gauge(self, name: str, text: str, value: Any) -> None:
        """A figure that is asked for when the metrics are read."""
        Gauge(name, text, registry=self.registry).set_function(value)


@get("/health", summary="Alive", include_in_schema=False)
async def health() -> dict[str, str]:
    """The process runs and its loop turns.  Says nothing of the database: a restart would not mend that."""
    return {"status": "alive", "version": sandtable.__version__}


@get("/ready", summary="Ready for requests", include_in_schema=False)
async def ready(state: State) -> Response[dict[str, str]]:
    """200 when requests can be served; 503 while the database does not answer or takes nothing, or the server stops."""
    if state.get("stopping"):
        return Response({"status": "stopping"}, status_code=503)
    try:
        async with asyncio.timeout(READY_SECONDS):
            await state.database.ping()
    except Exception as error:
        if not out_of_service(error):
            raise
        return Response({"status": "database"}, status_code=503, headers={"Retry-After": "2"})
    if not can_save(state.get("rooms")):
        return Response({"status": "cannot save"}, status_code=503, headers={"Retry-After": "2"})
    return Response({"status": "ready"})


def can_save(house: Any) -> bool:
    """By what is known anyway: the last sign of life that was written, and how the last decision fared.  Nothing is written to
    find out.  A decision that could not be saved counts for a while only: where nobody sends requests, nobody decides."""
    if house is None:
        return True
    failed: float = house.journal.failed
    lately = bool(failed) and asyncio.get_running_loop().time() - failed < FAILED_SECONDS
    return bool(house.vigil.awake()) and not lately


@get("/metrics", summary="Figures for Prometheus", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    if not may_watch(request, state.settings):
        raise not_found("page")
    found: Metrics = state.metrics
    return Response(generate_latest(found.registry), media_type=MediaType.TEXT, headers={"Content-Type": CONTENT_TYPE_LATEST})


def may_watch(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """The bearer of the token; without a token whoever sits on this host and comes through no proxy."""
    if settings.metrics_token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.metrics_token.encode())
    forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip"))
    return not forwarded and request.client is not None and request.client.host in ("127.0.0.1", "::1")
