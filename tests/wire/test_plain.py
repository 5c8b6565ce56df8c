"""Plain data: what may lie on a table, and what may not."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.game import EVERYONE, TOLD, Event, Frame, Hand, Table
from sandtable.core.sim import playout
from sandtable.wire import catalogue, dump, notation
from sandtable.wire.plain import dump_bytes, encode, load_hand, load_table
from sandtable.wire.view import heard, view


def test_frames_are_dumped_and_loaded() -> None:
    game = games.load("picket")
    table = game.setup().table
    table.stack = [Frame(2, 0, [3, 1])]
    plain = dump(table)
    assert plain["stack"] == [{"proc": 2, "regs": [3, 1], "step": 0}]
    again = load_table(game, plain)
    assert again.stack[0].regs == [3, 1]


@pytest.mark.parametrize("name", games.names())
def test_the_quick_way_to_bytes_says_the_same(name: str) -> None:
    game = games.load(name, None, games.bounded(games.card(name), {}))
    for state in (game.setup(), playout(game, 3).state):
        for thing in (state.table, state.box, *state.hands):
            assert dump_bytes(thing) == encode(dump(thing))
    table = game.setup().table
    table.stack = [Frame(2, 0, [3, 1]), Frame(1, 4, [])]
    assert dump_bytes(table) == encode(dump(table))


@pytest.mark.interpreted
@pytest.mark.parametrize("value", [(1, 2), {1: 2}, {1}, None, 1.5, True, object(), [[None]]])
def test_only_ints_texts_and_lists(value: object) -> None:
    table = Table()
    table.pending = value  # type: ignore[assignment]
    with pytest.raises(TypeError, match="'pending' holds a"):
        dump(table)


def test_unknown_attributes_are_refused() -> None:
    game = games.load("picket")
    with pytest.raises(ValueError, match="has no 'wings'"):
        load_table(game, {"wings": 2})
    hand = load_hand(game, dump(game.setup().hands[1]))
    assert hand.seat == 1


def test_onlookers_hear_only_what_everyone_hears() -> None:
    events = [Event(EVERYONE, 0, (), TOLD), Event(1, 1, (), TOLD), Event(3, 2, (), TOLD)]
    assert [event.kind for event in heard(events, -1)] == [0]
    assert [event.kind for event in heard(events, 0)] == [0, 1, 2]
    assert [event.kind for event in heard(events, 1)] == [0, 2]


def test_a_view_holds_no_hand_but_the_own() -> None:
    game = games.load("picket")
    state = game.setup()
    mine = view(game, state.table, state.hands[0], [])
    assert mine["hand"]["seat"] == 0
    assert mine["offer"] and mine["prompt"] == "hide"
    assert set(view(game, state.table, None, [])) == {"table", "events"}


def test_sentences_fill_their_places() -> None:
    game = games.load("picket")
    table = game.setup().table
    assert catalogue.say_action(game, table, (1, 0, 3), "en") == "Send r1 to zone 4"
    assert catalogue.say_action(game, table, (-1,), "de") == "Aufgeben"
    assert catalogue.say_event(game, table, Event(EVERYONE, 6, (5, 6, 1), TOLD), "en") == "Dice: 5, 6, 1."
    assert catalogue.say_event(game, table, Event(EVERYONE, 10, (3, 1), TOLD), "de") == "Die Partie endet: Rot hat noch 3 Truppen, Blau 1."
    assert catalogue.say_event(game, table, Event(EVERYONE, -1, (1,), TOLD), "en") == "Seat 1 resigns."
    assert catalogue.say("picket", "en", "prompt", "nothing") == "nothing"


def test_umpire_verbs_are_the_same_everywhere() -> None:
    game = games.load("picket")
    table = game.setup().table
    for verb, word in notation.UMPIRE_VERBS.items():
        assert notation.write(game, table, (verb,)) == word
        assert notation.parse(game, table, word) == (verb,)
    assert notation.audience_words(5, 3) == "0,2"
    assert notation.audience_words(0, 3) == "nobody"
    assert Hand(3).seat == 3
