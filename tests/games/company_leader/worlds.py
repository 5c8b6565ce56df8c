"""All truths that a watcher of one seat cannot exclude, found by force: play every possible hand on with every
possible action, and keep what looks to the watchers like what really happened.

This knows nothing of ``deals.py``: it asks the rules alone, so it can check the books."""

from __future__ import annotations

from sandtable.check.walk import hearing
from sandtable.core.game import CHANCE, Action
from sandtable.games.company_leader.game import CompanyLeader
from sandtable.games.company_leader.rules.turn import in_filling
from sandtable.games.company_leader.state import LeaderHand, LeaderState, copy_hand
from sandtable.wire.plain import dump, encode

Key = tuple[tuple[int, ...], ...]


def key_of(hand: LeaderHand) -> Key:
    return (tuple(hand.kind), tuple(hand.left), (hand.spent,), tuple(hand.puts))


class Watcher:
    """Keeps the hands that ``seat`` may have, as another seat sees it."""

    def __init__(self, game: CompanyLeader, state: LeaderState, seat: int, eye: int) -> None:
        self.game, self.seat, self.eye = game, seat, eye
        self.worlds: dict[Key, LeaderHand] = {}
        self.lifted: LeaderState | None = None
        self.add(state.hands[seat])

    def add(self, hand: LeaderHand) -> None:
        self.worlds[key_of(hand)] = copy_hand(hand)

    def start(self, hands: list[LeaderHand]) -> None:
        self.worlds = {key_of(hand): hand for hand in hands}

    def follow(self, before: LeaderState, seat: int, action: Action, after: LeaderState) -> None:
        """What was and what is; the watcher looks only at the table and at what it heard."""
        if seat == self.seat and in_filling(before.table):
            if in_filling(after.table):
                return  # how far the filling has come, nobody sees
            options: list[Action] | None = None
        elif seat == self.seat:
            options = []
        else:
            options = [action]
        table, heard = encode(dump(after.table)), hearing(after.news, self.eye)
        found: dict[Key, LeaderHand] = {}
        for hand in self.worlds.values():
            world = self.game.copy(before)
            world.news = []
            world.hands[self.seat] = copy_hand(hand)
            for outcome in self.outcomes(world, seat, options):
                if encode(dump(outcome.table)) == table and hearing(outcome.news, self.eye) == heard:
                    mine = outcome.hands[self.seat]
                    found[key_of(mine)] = mine
        self.worlds = found

    def outcomes(self, world: LeaderState, seat: int, options: list[Action] | None) -> list[LeaderState]:
        game = self.game
        if options is None:  # fill the lifted fields in every possible way
            found, open_worlds = [], [world]
            while open_worlds:
                here = open_worlds.pop()
                if not in_filling(here.table):
                    found.append(here)
                    continue
                offer = game.actions(here.table, here.hands[seat])
                for action in game.tidy(here.table, here.hands[seat], offer):  # in whatever order, it comes to the same
                    there = game.copy(here)
                    game.apply(there, seat, action)
                    open_worlds.append(there)
            return found
        if seat != CHANCE and not options:
            options = game.actions(world.table, world.hands[seat])
        found = []
        for action in options:
            there = game.copy(world)
            game.apply(there, seat, action)
            found.append(there)
        return found
