"""What a client needs to know of the games: cards, texts, rulebooks."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from sandtable import games
from sandtable.kit.card import Option, Options
from sandtable.server.accounts.desk import address_of
from sandtable.server.errors import Problem
from sandtable.server.lobby import COLOURS
from sandtable.server.pages import TYPES
from sandtable.server.rooms import Rooms
from sandtable.server.shelf import has_text
from sandtable.wire.catalogue import LANGUAGES, catalogue
from sandtable.wire.handout import assets

PUBLIC = {"Cache-Control": "public, max-age=300"}
LONGEST_OPTIONS = 4000  # characters

SeatsParam = Annotated[int | None, QueryParameter(name="seats", ge=1, le=16)]
OptionsParam = Annotated[str, QueryParameter(name="options", max_length=LONGEST_OPTIONS, description="JSON object of options")]


class Sides(msgspec.Struct):
    """By seat its side, with these seats and options; and the colours a seat may have."""

    sides: list[int]
    colours: list[str]


class OptionCard(msgspec.Struct):
    key: str
    kind: str
    default: int | str
    low: int
    high: int
    choices: list[str]


class ShapeCard(msgspec.Struct):
    word: str
    operands: list[str]


class FirstGame(msgspec.Struct):
    seats: int
    options: dict[str, int | str]


class GameLine(msgspec.Struct):
    name: str
    title: dict[str, str]
    blurb: dict[str, str]
    seats: list[int]
    options: list[OptionCard]
    bots: list[str]
    rank: int  # on the front page: those below 100 first, in this order
    players_option: str  # an option that lists the names of the players
    assets: list[str]  # files the game gives to the page
    first: FirstGame  # a friendly first match


class GameCard(GameLine):
    version: int
    verbs: list[ShapeCard]
    events: list[ShapeCard]
    languages: list[str]


def open_choices(option: Option, house: Rooms) -> list[str]:
    """Without those that the owner of the server would have to switch on."""
    return [choice for choice in option.choices if house.settings.reserved_names or choice not in option.reserved]


def line(name: str, house: Rooms) -> dict[str, Any]:
    card = games.card(name)
    texts = {language: catalogue(name, language)[""] for language in LANGUAGES}
    return {
        "name": name,
        "title": {language: text.get("title", name) for language, text in texts.items()},
        "blurb": {language: text.get("blurb", "") for language, text in texts.items()},
        "seats": card.seats,
        "options": [OptionCard(o.key, o.kind, o.default, o.low, o.high, open_choices(o, house)) for o in card.options],
        "bots": house.bots.names(name),
        "rank": card.rank,
        "players_option": card.players_option,
        "assets": assets(name),
        "first": FirstGame(*card.first_game()),
    }


@get("/", summary="All games", tags=["games"])
async def all_games(house: NamedDependency[Rooms]) -> list[GameLine]:
    return [GameLine(**line(name, house)) for name in games.names()]


@get("/{name:str}", summary="A game: options, verbs, events, bots", tags=["games"])
async def one_game(name: FromPath[str], house: NamedDependency[Rooms]) -> GameCard:
    card = games.card(name)
    verbs = [ShapeCard(shape.word, shape.operands) for shape in card.verbs]
    events = [ShapeCard(shape.word, shape.operands) for shape in card.events]
    version = (await house.shelf.find(name, None, games.complete(card, {}))).version
    return GameCard(**line(name, house), version=version, verbs=verbs, events=events, languages=list(LANGUAGES))


@get("/{name:str}/texts/{language:str}", summary="All texts of a game in a language", tags=["games"])
async def texts(name: FromPath[str], language: FromPath[str]) -> Response[dict[str, dict[str, str]]]:
    if language not in LANGUAGES:
        raise Problem(404, "no-such-language", "There are no texts in that language.", {"languages": list(LANGUAGES)})
    games.card(name)
    return Response(catalogue(name, language), headers=PUBLIC)


@get("/{name:str}/rulebook", summary="The rulebook as Markdown", tags=["games"], media_type="text/markdown")
async def rulebook(name: FromPath[str]) -> Response[str]:
    games.card(name)
    path = games.folder(name) / "rulebook.md"
    if not path.is_file():
        raise Problem(404, "no-rulebook", "This game has no rulebook here.")
    return Response(path.read_text(encoding="utf-8"), media_type="text/markdown; charset=utf-8", headers=PUBLIC)


@get(
    "/{name:str}/assets/{file:str}",
    summary="A file the game gives to the page: its picture; its board, as JavaScript",
    tags=["games"],
    media_type="image/svg+xml",  # what the schema names: most are pictures
)
async def asset(name: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    games.card(name)
    if file not in assets(name):
        raise Problem(404, "not-found", "There is no such file.")
    kind = TYPES.get(Path(file).suffix) or mimetypes.guess_type(file)[0] or "application/octet-stream"
    return Response((games.folder(name) / "assets" / file).read_bytes(), media_type=kind, headers=PUBLIC)


@get("/{name:str}/sides", summary="Which seats play together", tags=["games"])
async def sides(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    house: NamedDependency[Rooms],
    seats: SeatsParam = None,
    options: OptionsParam = "{}",
) -> Response[Sides]:
    return Response(await _sides(request, house, name, seats, read_options(name, options)), headers=PUBLIC)


class Setting(msgspec.Struct, forbid_unknown_fields=True):
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, int | str] = {}


@post("/{name:str}/sides", summary="The same for options too long for an address", tags=["games"], status_code=200)
async def long_sides(
    request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Setting], house: NamedDependency[Rooms]
) -> Response[Sides]:
    return Response(await _sides(request, house, name, data.seats, games.complete(games.card(name), dict(data.options))))


async def _sides(request: Request[Any, Any, Any], house: Rooms, name: str, seats: int | None, options: Options) -> Sides:
    return Sides(await house.shelf.sides(name, seats, options, _asker(request, house, name, options)), COLOURS)


def _asker(request: Request[Any, Any, Any], house: Rooms, name: str, options: Options) -> str:
    """Who asks: an address, for this needs no log-in.  What somebody has written is examined only so often."""
    address = address_of(request)
    if has_text(name, options):
        house.limits.take("board", address)
    return address


def read_options(name: str, text: str) -> dict[str, int | str]:
    try:
        wanted = msgspec.json.decode(text, type=dict[str, int | str])
    except msgspec.DecodeError:
        raise Problem(400, "malformed", "Options are a JSON object of numbers and texts.") from None
    return games.complete(games.card(name), wanted)


@get("/{name:str}/handout", summary="What a board needs: words, verbs, events, fixed data", tags=["games"])
async def handout(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    house: NamedDependency[Rooms],
    seats: SeatsParam = None,
    options: OptionsParam = "{}",
) -> Response[Any]:
    return await _handout(request, house, name, seats, read_options(name, options))


@post("/{name:str}/handout", summary="The same for options too long for an address: boards of one's own", tags=["games"], status_code=200)
async def long_handout(
    request: Request[Any, Any, Any], name: FromPath[str], data: JSONBody[Setting], house: NamedDependency[Rooms]
) -> Response[Any]:
    return await _handout(request, house, name, data.seats, games.complete(games.card(name), dict(data.options)))


async def _handout(request: Request[Any, Any, Any], house: Rooms, name: str, seats: int | None, complete: Options) -> Response[Any]:
    body = await house.shelf.handout(_asker(request, house, name, complete), name, seats, complete)
    return Response(body, media_type=MediaType.JSON, headers=PUBLIC)


router = Router("/v1/games", route_handlers=[all_games, one_game, texts, rulebook, asset, sides, long_sides, handout, long_handout])
