"""What the table answers tells no secret: neither that it answers, nor that it does not, nor when."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest
from tables import Player, enter, http, open_match, sit

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match
from sandtable.server import lobby, manner
from sandtable.server.dice import SealedDraw
from sandtable.server.manner import Manner, Manners, find_answer
from sandtable.server.room import Room

KEY = bytes(range(32))
AUTO = {"auto": True}


def told(player: Player) -> list[str]:
    return [frame for frame in player.frames if not frame.startswith(('["present"', '["pong"'))]


async def close(*players: Player) -> None:
    for player in players:
        await player.close()


def answers_tell(name: str, seeds: int = 2, steps: int = 400) -> str:
    """A prompt at which it depends on a hand, as far as another seat knows, whether the table answers; or nothing."""
    card = games.card(name)
    for number in range(seeds):
        seats, options = card.trials()[number % len(card.trials())]
        game = games.load(name, seats, options)
        rnd, match = random.Random(number), Match(game, Draw(number + 1))
        for _ in range(steps):
            table = match.state.table
            if not table.pending:
                break
            for seat in table.pending:
                hand = match.state.hands[seat]
                prompt = card.prompt(game, table, hand)
                always = {each.key: card.span(game, table, each.prompt) for each in card.standings}
                for manners, loose in ((Manner(True), False), (Manner(True), True), (Manner(True, always), False)):
                    here = find_answer(game, match.state, seat, manners, loose)
                    watcher = (seat + 1) % game.seats
                    dream = game.imagine(table, match.state.hands[watcher], Draw(rnd.getrandbits(60)))
                    if (here is None) != (find_answer(game, dream, seat, manners, loose) is None):
                        return str(prompt)
            seat = rnd.choice(table.pending)
            match.play(seat, rnd.choice(game.choices(table, match.state.hands[seat])))
    return ""


def test_a_standing_answer_seals_nothing_that_was_begun() -> None:
    """Commanders: who has picked a cavalry and then says "no fast movement this round" is asked, or the cavalry would ride."""
    card = games.card("commanders")
    game = games.load("commanders", 2, {})
    match, rnd, found = Match(game, Draw(3)), random.Random(3), 0
    while match.state.table.pending and found < 3:
        table = match.state.table
        for seat in table.pending:
            prompt = card.prompt(game, table, match.state.hands[seat])
            always = {each.key: card.span(game, table, prompt) for each in card.standings if each.prompt == prompt}
            if always:
                answer = find_answer(game, match.state, seat, Manner(True, always), match.loose[seat], match.midway[seat])
                assert (answer is None) == match.midway[seat]
                found += match.midway[seat]
        seat = rnd.choice(table.pending)
        match.play(seat, rnd.choice(game.choices(table, match.state.hands[seat])))
    assert found == 3


GUARDED = [name for name in games.names() if games.card(name).covered]


@pytest.mark.parametrize("name", GUARDED)
def test_whether_the_table_answers_is_no_secret(name: str) -> None:
    assert answers_tell(name) == ""


@pytest.mark.parametrize("name", ["commanders", "company_leader", "picket"])
def test_answers_at_covered_prompts_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistake these rules are there for: a question with one answer is answered though only its seat knows that there is one."""
    covered = games.card(name).covered
    monkeypatch.setattr(games.card(name), "covered", [])
    assert answers_tell(name, 4) in covered


def secret_sheets(game: Any) -> tuple[list[tuple[int, Any]], list[tuple[int, Any]]]:
    """Two matches of Commanders that differ in the secret orders of seat 1: in one it has no choice at the next question, in the other
    it has; what seat 0 hears is the same."""
    card, rnd = games.card(game.name), random.Random(5)
    match, made = Match(game, SealedDraw(KEY)), []

    def play(seat: int, action: Any) -> None:
        match.play(seat, action)
        made.append((seat, action))

    while card.prompt(game, match.state.table, match.state.hands[0]) != "plan":
        seat = match.state.table.pending[0]
        play(seat, rnd.choice(game.choices(match.state.table, match.state.hands[seat])))
    done = next(
        action for action in game.actions(match.state.table, match.state.hands[0]) if card.write(game, match.state.table, action) == "done"
    )
    play(0, done)
    found: dict[bool, list[tuple[int, Any]]] = {}
    sheets = [[action, done] for action in game.actions(match.state.table, match.state.hands[1]) if action != done]
    for sheet in [[done], *sheets]:
        other = Match(game, SealedDraw(KEY))
        for seat, action in [*made, *((1, action) for action in sheet)]:
            other.play(seat, action)
        table = other.state.table
        if 1 in table.pending and card.prompt(game, table, other.state.hands[1]) == "fast":
            found.setdefault(len(game.actions(table, other.state.hands[1])) == 1, [*made, *((1, action) for action in sheet)])
    return found[True], found[False]


def mask(frame: str, match: str) -> str:
    text = re.sub(r'"[0-9a-f]{64}"', '"seal"', frame.replace(match, "MATCH"))
    return re.sub(r'"(created|started|time|link|at|owner|user)": ?("[^"]*"|\d+)', r'"\1":"differs"', text)


def heard_by_others(server: Any, monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any]) -> list[Any]:
    """In both worlds all frames to seat 0 and to an onlooker, when seat 1 has this manner; and whether seat 1 was asked."""
    monkeypatch.setattr(lobby, "new_key", lambda: KEY)
    game = games.load("commanders")

    async def run() -> list[Any]:
        found = []
        async with http() as client:
            people = [await enter(client, server, f"P{seat}") for seat in range(2)]
        for world in secret_sheets(game):
            async with http() as client:
                match = await open_match(client, people, "commanders")
            players = [await sit(server, match, person) for person in [*people, None]]
            for player in players:
                player.keep = True
            await players[1].ask("manner", wish)
            for n, (seat, action) in enumerate(world):
                await players[seat].until(lambda p: "offer" in p.view)
                assert (await players[seat].do(list(action), said=f"{n if seat == 0 else 'x'}-{n}"))[0] == "ok"
            for player in players:
                await player.hear_all()
            frames = [[mask(frame, match) for frame in told(player)] for player in (players[0], players[2])]
            found.append((frames, players[1].view.get("prompt")))
            await close(*players)
        return found

    return asyncio.run(run())


def test_neither_time_nor_absence_of_an_answer_tells_of_orders(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (one, asked), (two, also) = heard_by_others(own_server, monkeypatch, AUTO)
    assert one == two and asked == also == "fast", "both are asked, though one of them has no choice"
    standing = {"auto": True, "always": ["no-fast"]}
    (one, asked), (two, also) = heard_by_others(own_server, monkeypatch, standing)
    assert one == two and "fast" not in (asked, also), "both are answered for, though one of them has a choice"


def plant_single_answers(planted: pytest.MonkeyPatch) -> None:
    planted.setattr(games.card("commanders"), "covered", [])


def plant_answers_by_choice(planted: pytest.MonkeyPatch) -> None:
    """A standing answer is given only where there is something to choose."""

    def find(game: Any, state: Any, seat: int, wish: Manner, *own: bool) -> Any:
        return find_answer(game, state, seat, wish, *own) if len(game.actions(state.table, state.hands[seat])) > 1 else None

    planted.setattr(manner, "find_answer", find)


def plant_answers_later(planted: pytest.MonkeyPatch) -> None:
    """An answer where there was no choice is an entry of its own."""
    answer_on = Manners.answer_on

    def later(room: Any) -> Any:
        found = room.due()
        if found is not None and len(room.game.actions(room.match.state.table, room.match.state.hands[found[0]])) == 1:
            room.post(room.answer_due)
            return []
        return answer_on(room)

    planted.setattr(Room, "answer_on", later)


@pytest.mark.parametrize("plant", [plant_single_answers, plant_answers_by_choice, plant_answers_later])
def test_planted_answers_that_tell_are_found(plant: Any, own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    wish = AUTO if plant is plant_single_answers else {"auto": True, "always": ["no-fast"]}
    (one, _), (two, _) = heard_by_others(own_server, monkeypatch, wish)
    assert one != two
