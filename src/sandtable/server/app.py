"""The application: areas side by side on one database."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ControllerRouterHandler, Middleware

import sandtable
from sandtable.server import (
    balance,
    decisions,
    designs,
    errors,
    hurry,
    identity,
    library,
    matches,
    pages,
    sockets,
    study,
    turns,
    watchdog,
    workers,
)
from sandtable.server.accounts import area
from sandtable.server.accounts.examples import EXAMPLES as ACCOUNT_EXAMPLES
from sandtable.server.design_examples import DESIGN_EXAMPLES
from sandtable.server.examples import EXAMPLES
from sandtable.server.holding import Holding
from sandtable.server.openapi import Schema
from sandtable.server.rooms import Rooms
from sandtable.server.settings import Settings
from sandtable.server.studio import Studio
from sandtable.store.database import Database

ABOUT = (
    "Matches between people and bots. Errors are {key, message, details}. Sockets and the bot protocol: docs/protocol.md. "
    "Programs identify themselves by `Authorization: Bearer <token>`; POST /v1/guests gives one."
)
Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Area:
    """What a part of the server brings along."""

    handlers: Sequence[ControllerRouterHandler] = ()
    lifespan: Sequence[Lifespan] = ()  # entered in order once the database is open
    middleware: Sequence[Middleware] = ()
    dependencies: dict[str, Provide] = field(default_factory=dict)


def areas(settings: Settings) -> list[Area]:
    """Every area of the server; a new one is added here."""
    return [
        Area(handlers=area.HANDLERS, lifespan=[area.run], dependencies=area.DEPENDENCIES),
        Area(
            handlers=[
                library.router,
                matches.router,
                matches.join_link,
                decisions.router,
                study.router,
                sockets.play_socket,
                turns.turns,
                turns.ratings,
            ],
            lifespan=[keep_house, workers.follow_parent],
            dependencies={"house": Provide(matches.provide_house)},
        ),
        Area(
            handlers=[designs.router(*balance.HANDLERS)],
            lifespan=[keep_studio],
            dependencies={"studio": Provide(designs.provide_studio)},
        ),
        Area(handlers=[pages.front, pages.page], lifespan=[watchdog.keep_watch]),  # last: then all the others have started
    ]


class App(Litestar):
    """Litestar that reads and writes by msgspec alone: it would load pydantic, if that happens to be installed, at every start."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


@asynccontextmanager
async def keep_house(app: Litestar) -> AsyncIterator[None]:
    """The rooms, from start to stop."""
    house = Rooms(app.state.settings, app.state.database)
    house.your_turn = app.state.notifier.your_turn
    house.limits = app.state.limits
    app.state.rooms = house
    gc.enable()
    gc.freeze()  # what is loaded by now stays: no need to look through it again and again
    gc.set_threshold(50_000, 20, 100_000)  # nearly all goes without it: every 2,000 objects it took a sixth of the time
    hurry.end()
    house.measure(app.state.metrics.gauge)
    app.state.desk.holdings.append(Holding())
    app.state.desk.on_ended.append(house.end_sessions)
    app.state.desk.on_moved.append(house.reseat)
    await house.start()
    try:
        yield
    finally:
        await house.stop()


@asynccontextmanager
async def keep_studio(app: Litestar) -> AsyncIterator[None]:
    """Designs, and what examines them."""
    studio = Studio(app.state.settings, app.state.database, app.state.limits)
    app.state.studio = studio
    app.state.rooms.shelf.doctor = studio
    app.state.desk.holdings.append(designs.Holding())
    try:
        yield
    finally:
        app.state.rooms.shelf.doctor = None
        await studio.stop()


def create_app(settings: Settings, database: Database | None = None) -> Litestar:
    parts = areas(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state.database = database or Database(settings.database)
            stack.push_async_callback(app.state.database.close)
            await app.state.database.open()
            for part in parts:
                for enter in part.lifespan:
                    await stack.enter_async_context(enter(app))
            yield

    dependencies: dict[str, Any] = {
        "me": Provide(identity.provide_me),
        "who": Provide(identity.provide_who),
        "db": Provide(provide_database),
    }
    for part in parts:
        dependencies.update(part.dependencies)
    app = App(
        route_handlers=[handler for part in parts for handler in part.handlers],
        middleware=[layer for part in parts for layer in part.middleware],
        lifespan=[lifespan],
        state=State({"settings": settings}),
        dependencies=dependencies,
        exception_handlers={Exception: errors.answer},
        openapi_config=OpenAPIConfig(
            title="Sandtable",
            version=sandtable.__version__,
            description=ABOUT,
            path="/schema",
            use_handler_docstrings=True,
            render_plugins=[Schema(ACCOUNT_EXAMPLES | EXAMPLES | DESIGN_EXAMPLES)],
        ),
        request_max_body_size=settings.message_bytes * 4,
        logging_config=None,
        debug=False,
    )
    area.harden(app, settings)
    return app


async def provide_database(state: State) -> Database:
    found: Database = state.database
    return found
