"""Saved games of the companion, the curtain and the step back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Refused
from sandtable.lab.companion import LEAST_PLACES, Companion, NoSuchSave, PlaceInUse, Shelf, begin, go_on
from sandtable.wire import record
from sandtable.wire.plain import dump_state

OPTIONS = {"mode": "companion", "names": "Alex, Chris, Kim"}


def new(shelf: Shelf, number: int = 1, match_id: str = "a", **keywords: bool) -> Companion:
    return begin(shelf, number, match_id, Draw(5), 3, dict(OPTIONS), **keywords)


def say(companion: Companion, words: str) -> None:
    """The holder lifts the curtain and plays an action in notation."""
    companion.lift(companion.holder)
    match = companion.match
    companion.do(games.card("leaders").parse(match.game, match.state.table, words))


def play_to_office(companion: Companion) -> None:
    for _ in range(60):
        if companion.prompt == "office":
            return
        if companion.prompt == "points":
            say(companion, "enter 40")
            continue
        companion.lift(companion.holder)
        companion.do(companion.offer()[0])
    raise AssertionError("no headquarters reached")


def test_a_shelf_has_five_places_at_least(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert LEAST_PLACES == 5
    assert [place.free for place in shelf.places()] == [True] * 5
    with pytest.raises(ValueError, match="5 places"):
        Shelf(tmp_path, 4)
    with pytest.raises(NoSuchSave):
        shelf.place(6)
    assert len(Shelf(tmp_path, 9).places()) == 9


def test_five_matches_are_kept_side_by_side(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for number in range(1, 6):
        new(shelf, number, f"match{number}")
    assert shelf.free_place() is None
    assert [place.match_id for place in shelf.places()] == [f"match{n}" for n in range(1, 6)]
    assert shelf.place(2).names == "Alex, Chris, Kim"


def test_a_place_in_use_is_overwritten_only_after_asking(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    say(new(shelf, 1, "first"), "colour green")
    with pytest.raises(PlaceInUse):
        new(shelf, 1, "second")
    assert shelf.place(1).match_id == "first"
    new(shelf, 1, "second", overwrite=True)
    assert shelf.place(1).match_id == "second"


def test_the_oldest_is_offered_for_overwriting(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for number in range(1, 6):
        new(shelf, number, str(number))
    again = go_on(shelf, 1, Draw(1))
    say(again, "colour red")
    assert shelf.oldest_place() == 1, "its nation comes first"
    say(again, "nation usa")  # hands on, so it saves
    assert shelf.oldest_place() == 2


def test_it_saves_itself_after_every_player(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    companion = new(shelf)
    play_to_office(companion)
    before = shelf.place(1).inputs
    say(companion, "recruit infantry")
    assert shelf.place(1).inputs == before, "saved in the middle of a visit"
    say(companion, "done")
    assert shelf.place(1).inputs == len(companion.match.inputs) > before
    again = go_on(shelf, 1, Draw(9))
    assert dump_state(again.match.state) == dump_state(companion.match.state)
    assert again.holder == 1


def test_a_match_goes_on_after_loading_to_its_end(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    new(shelf)
    rnd = random.Random(3)
    for _ in range(200):
        companion = go_on(shelf, 1, Draw(rnd.getrandbits(40)))
        for _ in range(25):
            if companion.holder < 0:
                break
            companion.lift(companion.holder)
            companion.do(rnd.choice(companion.offer()))
        if companion.holder < 0:
            break
    assert companion.holder == -1
    assert shelf.place(1).over
    record.verify(record.read_file(shelf.path(1)))


def test_a_damaged_place_is_told_and_can_be_replaced(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    new(shelf)
    shelf.path(1).write_text(shelf.path(1).read_text()[:40])
    assert shelf.place(1).match_id == "damaged"
    with pytest.raises(NoSuchSave, match="damaged"):
        go_on(shelf, 1, Draw(1))
    with pytest.raises(PlaceInUse):
        new(shelf)
    new(shelf, overwrite=True)
    assert go_on(shelf, 1, Draw(1)).holder == 0
    shelf.clear(1)
    with pytest.raises(NoSuchSave, match="nothing"):
        go_on(shelf, 1, Draw(1))


def test_secrets_stay_behind_the_curtain(tmp_path: Path) -> None:
    companion = new(Shelf(tmp_path))
    play_to_office(companion)
    assert companion.secret
    companion.curtain = True
    assert companion.offer() == []
    with pytest.raises(Refused):
        companion.do((31,))
    with pytest.raises(Refused):
        companion.lift(1)
    companion.lift(0)
    assert companion.offer()
    say(companion, "hire")
    assert "A spy is hired." in companion.lines("en", 0)
    assert "Ein Spion ist angeheuert." in companion.lines("de", 0)
    assert "A spy is hired." not in companion.lines("en")
    say(companion, "done")
    assert companion.curtain
    assert "A spy is hired." not in companion.lines("en", 0), "the next holder could read on"


def test_the_curtain_falls_between_public_points_and_secret_events(tmp_path: Path) -> None:
    companion = new(Shelf(tmp_path))
    while companion.prompt != "points":
        companion.lift(companion.holder)
        companion.do(companion.offer()[0])
    assert not companion.secret
    say(companion, "enter 40")
    assert "Alex begins a turn with 40 production points." in companion.lines("en")
    assert "Alex beginnt den Zug mit 40 Produktionspunkten." in companion.lines("de")
    assert companion.prompt == "events"
    assert companion.secret and companion.curtain


def test_step_back_before_confirming(tmp_path: Path) -> None:
    companion = new(Shelf(tmp_path))
    play_to_office(companion)
    say(companion, "hire")
    hand = companion.match.state.hands[0]
    assert hand.trainees == [0, 1]
    companion.step_back()
    assert companion.match.state.hands[0].trainees == [0, 0]
    say(companion, "done")
    with pytest.raises(Refused, match="undo-passed"):
        companion.step_back()


def test_when_time_is_up_the_orders_stand(tmp_path: Path) -> None:
    companion = new(Shelf(tmp_path))
    with pytest.raises(Refused):
        companion.time_up()
    play_to_office(companion)
    say(companion, "hire")
    companion.time_up()
    assert companion.match.state.hands[0].trainees == [0, 1]
    assert companion.holder == 1
