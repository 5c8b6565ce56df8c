"""Choices in any order, and steps that can be taken back as long as nothing was learned."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable.check.walk import picture
from sandtable.core.game import Action, Draw
from sandtable.core.match import UNDO, Match, Refused
from sandtable.games.company_leader.card import TINY

from .matches import CARD, TWINS, WALK, AnyMatch, begin, do, offers, prompt, tiny, two_players


def same_in_any_order(before: AnyMatch, lines: list[str]) -> None:
    pictures = set()
    for order in permutations(lines):
        match = Match(before.game, Draw(3))
        match.resume(before.inputs)
        for line in order:
            do(match, line)
        pictures.add(picture(match.state))
    assert len(pictures) == 1


def test_a_set_up_is_the_same_in_any_order() -> None:
    same_in_any_order(begin(TWINS), ["0 place infantry B1", "0 place infantry A2", "0 place artillery B3"])


def test_an_army_is_bought_in_any_order() -> None:
    before = begin(TINY, army="coins", army_coins=14)
    same_in_any_order(before, ["0 place heavy-tank B1", "0 place infantry A2", "0 place tank-scout B3"])


def test_dummies_lie_the_same_in_any_order_and_none_closes_another() -> None:
    match = two_players(*WALK)
    fields = [line.split()[1] for line in offers(match) if line.startswith("dummy")]
    assert prompt(match) == "decoy" and len(fields) == 3
    same_in_any_order(match, ["0 dummy " + field for field in fields])
    do(match, "0 dummy " + fields[-1])
    for field in fields[:-1]:
        assert "dummy " + field in offers(match)
        do(match, "0 dummy " + field)
    assert prompt(match) == "actions"


def test_a_swap_may_be_named_either_way_round() -> None:
    match = two_players()
    assert "swap A6 B6" in offers(match) and "swap B6 A6" not in offers(match)
    one, two = two_players("0 swap A6 B6"), two_players("0 swap B6 A6")
    assert picture(one.state) == picture(two.state)
    assert [event.args for event in one.state.news] == [event.args for event in two.state.news]


def test_purchases_leave_the_same_books_in_any_order() -> None:
    shops = [line for line in offers(tiny("0 done")) if line.startswith("buy tank-scout")]
    fields = [line.split()[2] for line in shops][:2]
    assert len(fields) == 2
    same_in_any_order(tiny("0 done"), [f"0 buy tank-scout {fields[0]}", f"0 buy infantry {fields[1]}"])


def test_lifted_fields_are_filled_in_any_order() -> None:
    match = tiny("0 done", "0 lift a")
    fields = sorted({line.split()[1] for line in offers(match)})
    assert len(fields) == 3
    same_in_any_order(match, [f"0 put {fields[0]} artillery", f"0 put {fields[1]} dummy", f"0 put {fields[2]} infantry"])


def test_search_meets_each_set_up_once_and_people_meet_it_in_every_order() -> None:
    game = begin(TWINS).game
    tidy = endings(game, begin(TWINS).state, True)
    free = endings(game, begin(TWINS).state, False)
    assert len(tidy) == len(set(tidy)) == 6 * 5 // 2 * 4
    assert set(free) == set(tidy) and len(free) == 6 * len(tidy)


def endings(game: Any, state: Any, tidy: bool) -> list[tuple[int, ...]]:
    """How red's troops lie at the end of every way to place them."""
    if 0 not in state.table.pending:
        return [tuple(state.hands[0].kind)]
    offer = game.actions(state.table, state.hands[0])
    found = []
    for action in game.tidy(state.table, state.hands[0], offer) if tidy else offer:
        further = game.copy(state)
        game.apply(further, 0, action)
        found += endings(game, further, tidy)
    return found


def test_all_that_a_troop_does_before_it_finds_something_can_be_taken_back() -> None:
    match = two_players()
    pictures = [picture(match.state)]
    for line in (*WALK, "0 dummy E6"):
        do(match, line)
        pictures.append(picture(match.state))
    while len(pictures) > 1:
        assert picture(match.state) == pictures.pop()
        assert match.objection(0, UNDO) == ""
        match.undo(0)
    assert picture(match.state) == pictures[0]
    assert match.objection(0, UNDO) == "undo-passed"


def test_a_troop_put_back_is_unused_and_may_act_later() -> None:
    match = two_players("0 reveal E6", "0 face E6 NE", "0 act E6", "0 done")
    assert "act E6" in offers(match)
    do(match, "0 act E6")
    do(match, "0 turn E")
    do(match, "0 done")
    assert "act E6" not in offers(match)
    with pytest.raises(Refused, match="already-used"):
        do(match, "0 act E6")


def test_what_scouting_turns_up_is_final() -> None:
    """A dummy removed is learned; a troop turned up asks its owner."""
    match = begin(TINY, "0 place light-tank C1", "0 place artillery A2", "1 place light-tank D3", "1 place artillery E2")
    for line in ("0 reveal C1", "0 face C1 W", "0 act C1"):
        do(match, line)
        assert match.objection(0, UNDO) == ""
    do(match, "0 turn E")
    assert match.objection(0, UNDO) == "undo-learned"
    match = tiny("0 reveal C1", "0 face C1 W", "0 act C1", "0 turn E")
    assert match.state.table.pending == [1]
    assert match.objection(0, UNDO) == "undo-passed"


def test_the_end_of_the_actions_and_purchases_can_be_taken_back_until_the_turn_passes() -> None:
    match = tiny()
    before = picture(match.state)
    do(match, "0 done")
    assert prompt(match) == "purchase"
    bought = next(line for line in offers(match) if line.startswith("buy tank-scout"))
    do(match, "0 " + bought)
    assert prompt(match) == "purchase"
    match.undo(0)
    match.undo(0)
    assert picture(match.state) == before
    for line in ("0 done", "0 done"):
        do(match, line)
    assert match.state.table.pending == [1]
    assert match.objection(0, UNDO) == "undo-passed"


def test_every_ending_has_its_own_name() -> None:
    def name(match: AnyMatch, seat: int = 0) -> tuple[str, list[tuple[str, int]]]:
        done: Action = (1,)
        ending = CARD.ending(match.game, match.state.table, match.state.hands[seat], done)
        assert ending is not None
        return ending.key, ending.unused

    match = two_players()
    assert name(match) == ("actions", [("troops", 9)])
    for line in WALK[:3]:
        do(match, line)
    assert name(match) == ("put-back", [])
    do(match, "0 turn E")
    assert name(match) == ("stay", [])
    do(match, "0 go")
    do(match, "0 turn W")
    assert name(match) == ("no-dummies", [])
    do(match, "0 dummy F7")
    assert name(match) == ("no-more-dummies", [])
    do(match, "0 done")
    assert name(match) == ("actions", [("troops", 8)])
    for line in ("0 reveal E5", "0 face E5 E", "0 act E5", "0 turn E", "0 done"):
        do(match, line)
    assert name(match) == ("troop", [("actions", 1)])
    do(match, "0 done")
    assert name(match) == ("actions", [("troops", 7)])
    do(match, "0 done")
    assert name(match) == ("turn", [("coins", 12)])
    assert name(begin(TINY, "0 place heavy-tank B1", army="coins", army_coins=14)) == ("army", [("coins", 8)])
