"""The rules of Flagfall.  Numbers in comments are paragraphs of rulebook.md."""

from __future__ import annotations

from flagfall.state import (
    BOMB,
    FLAG,
    HIDDEN,
    MARSHAL,
    MINER,
    NOBODY,
    SCOUT,
    SPY,
    STRENGTH,
    FlagfallHand,
    FlagfallState,
    FlagfallTable,
    copy_hand,
    copy_table,
)
from flagfall.verbs import BEGUN, FELL, FOUGHT, MOVE, MOVED, PLACED, PUT, SEEN, WON
from sandtable.core.game import EVERYONE, Action, Box, Draw, Frame, Game, State
from sandtable.kit.squares import ALONG, Squares


class Flagfall(Game[FlagfallTable, FlagfallHand, Box]):
    name = "flagfall"
    version = 1

    def __init__(self, board: Squares, water: list[int], army: list[int], moves: int) -> None:
        super().__init__(2)
        self.board = board
        self.water = water
        self.army = army
        self.most = moves

    def setup(self) -> FlagfallState:
        table = FlagfallTable()
        table.owner = [NOBODY] * self.board.count
        table.face = [HIDDEN] * self.board.count
        table.moved = [0] * self.board.count
        table.stack.append(Frame(0, 0, []))
        state: FlagfallState = State(table, [FlagfallHand(0), FlagfallHand(1)], Box())
        for hand in state.hands:
            hand.rank = [HIDDEN] * self.board.count
        state.ask([0, 1])
        return state

    def copy(self, state: FlagfallState) -> FlagfallState:
        new: FlagfallState = State(copy_table(state.table), [copy_hand(hand) for hand in state.hands], Box())
        new.loud = state.loud
        return new

    # offers --------------------------------------------------------------------------

    def home(self, seat: int) -> list[int]:
        """2.1: the squares of a side's two rows."""
        count = 2 * self.board.columns
        return list(range(self.board.count - count, self.board.count)) if seat == 0 else list(range(count))

    def unput(self, hand: FlagfallHand) -> list[int]:
        """How many pieces of each rank are still to be put."""
        return [self.army[rank] - hand.rank.count(rank) for rank in range(len(self.army))]

    def actions(self, table: FlagfallTable, hand: FlagfallHand) -> list[Action]:
        if table.moves < 0:
            free = [square for square in self.home(hand.seat) if hand.rank[square] == HIDDEN]
            left = self.unput(hand)
            return [(PUT, rank, square) for rank in range(len(left)) if left[rank] for square in free]
        found: list[Action] = []
        for square in range(self.board.count):
            if table.owner[square] == hand.seat:
                found += [(MOVE, square, goal) for goal in self.goals(table, hand, square)]
        return found

    def goals(self, table: FlagfallTable, hand: FlagfallHand, square: int) -> list[int]:
        """3.1, 3.2, ascending."""
        rank = hand.rank[square]
        found: list[int] = []
        if rank == FLAG or rank == BOMB:
            return found
        for direction in ALONG:
            for goal in self.board.rays[square][direction]:
                if goal in self.water or table.owner[goal] == hand.seat:
                    break
                found.append(goal)
                if rank != SCOUT or table.owner[goal] != NOBODY:
                    break
        found.sort()
        return found

    def tidy(self, table: FlagfallTable, hand: FlagfallHand, offer: list[Action]) -> list[Action]:
        """Pieces are put rank by rank: the order does not matter."""
        return [action for action in offer if action[1] == offer[0][1]] if offer and offer[0][0] == PUT else offer

    def refusal(self, table: FlagfallTable, hand: FlagfallHand, action: Action) -> str:
        if len(action) != 3 or action[0] < PUT or action[0] > MOVE or action[2] < 0 or action[2] >= self.board.count:
            return "no-such-verb"
        if action[0] != (PUT if table.moves < 0 else MOVE):
            return "not-now"
        if action[0] == PUT:
            if action[1] < 0 or action[1] >= len(self.army) or self.unput(hand)[action[1]] == 0:
                return "none-left"
            if action[2] not in self.home(hand.seat):
                return "not-your-rows"
            return "" if hand.rank[action[2]] == HIDDEN else "taken"
        if action[1] < 0 or action[1] >= self.board.count or table.owner[action[1]] != hand.seat:
            return "not-yours"
        if hand.rank[action[1]] == FLAG or hand.rank[action[1]] == BOMB:
            return "never-moves"
        return "" if action[2] in self.goals(table, hand, action[1]) else "cannot-go-there"

    # play ----------------------------------------------------------------------------

    def apply(self, state: FlagfallState, seat: int, action: Action) -> None:
        if action[0] == PUT:
            state.hands[seat].rank[action[2]] = action[1]  # 2.1
            state.note(seat, PLACED, (action[1], action[2]))
            if sum(self.unput(state.hands[seat])):
                state.ask_again(seat)
            elif state.answered(seat):
                self.begin(state)
        else:
            self.march(state, seat, action[1], action[2])

    def begin(self, state: FlagfallState) -> None:
        """2.2: everybody sees where pieces stand."""
        table = state.table
        table.moves = 0
        for hand in state.hands:
            for square in self.home(hand.seat):
                if hand.rank[square] != HIDDEN:
                    table.owner[square] = hand.seat
        state.reveal(EVERYONE, BEGUN, tuple([square for square in range(self.board.count) if table.owner[square] != NOBODY]))
        state.ask([0])

    def march(self, state: FlagfallState, seat: int, start: int, goal: int) -> None:
        table, hand = state.table, state.hands[seat]
        rank = hand.rank[start]
        if table.moved[start]:
            state.tell(EVERYONE, MOVED, (start, goal))
        else:
            state.show(seat, EVERYONE, MOVED, (start, goal))  # 3.1: it is neither flag nor bomb
        if self.board.steps(start, goal) > 1 and table.face[start] == HIDDEN:
            table.face[start] = SCOUT
            state.show(seat, EVERYONE, SEEN, (goal, SCOUT))  # 3.2
        table.moved[start] = 1
        table.moves += 1
        if table.owner[goal] == NOBODY:
            self.shift(state, seat, start, goal)
        else:
            self.fight(state, seat, start, goal, rank)
        self.pass_on(state, 1 - seat)

    def shift(self, state: FlagfallState, seat: int, start: int, goal: int) -> None:
        table, hand = state.table, state.hands[seat]
        table.owner[goal] = seat
        table.face[goal] = table.face[start]
        table.moved[goal] = table.moved[start]
        hand.rank[goal] = hand.rank[start]
        self.clear(state, start)

    def clear(self, state: FlagfallState, square: int) -> None:
        state.hands[state.table.owner[square]].rank[square] = HIDDEN
        state.table.owner[square] = NOBODY
        state.table.face[square] = HIDDEN
        state.table.moved[square] = 0

    def fight(self, state: FlagfallState, seat: int, start: int, goal: int, rank: int) -> None:
        """4.1 to 4.4."""
        table = state.table
        other = state.hands[1 - seat].rank[goal]
        state.tell(EVERYONE, FOUGHT, (start, goal))
        state.reveal(EVERYONE, SEEN, (start, rank))
        state.reveal(EVERYONE, SEEN, (goal, other))
        table.face[start] = rank
        table.face[goal] = other
        if other == FLAG:
            table.winner = seat  # 4.4
            state.tell(EVERYONE, WON, (seat,))
            return
        wins = beats(rank, other)
        if wins <= 0:
            self.lose(state, seat, start, rank)
        if wins >= 0:
            self.lose(state, 1 - seat, goal, other)
        if wins > 0:
            self.shift(state, seat, start, goal)

    def lose(self, state: FlagfallState, seat: int, square: int, rank: int) -> None:
        state.table.lost[seat].append(rank)
        state.table.lost[seat].sort()
        self.clear(state, square)
        state.tell(EVERYONE, FELL, (seat, rank))

    def pass_on(self, state: FlagfallState, seat: int) -> None:
        """5.1, 5.2."""
        table = state.table
        if table.winner != NOBODY or table.moves >= self.most:
            table.pending = []
            return
        if not self.actions(table, state.hands[seat]):
            table.winner = 1 - seat
            state.reveal(EVERYONE, WON, (1 - seat,))
            table.pending = []
            return
        state.ask([seat])

    # knowledge -----------------------------------------------------------------------

    def imagine(self, table: FlagfallTable, hand: FlagfallHand, draw: Draw) -> FlagfallState:
        foe = FlagfallHand(1 - hand.seat)
        foe.rank = [HIDDEN] * self.board.count
        if table.moves < 0:
            self.imagine_put(table, foe, draw)
        else:
            self.imagine_ranks(table, foe, draw)
        mine = copy_hand(hand)
        return State(copy_table(table), [mine, foe] if hand.seat == 0 else [foe, mine], Box())

    def imagine_put(self, table: FlagfallTable, foe: FlagfallHand, draw: Draw) -> None:
        """A side that is still asked has put any number of pieces but the last: it must have something left to do."""
        pieces = [rank for rank in range(len(self.army)) for _ in range(self.army[rank])]
        draw.shuffle(pieces)
        squares = self.home(foe.seat)
        draw.shuffle(squares)
        count = draw.below(len(pieces)) if foe.seat in table.pending else len(pieces)
        for i in range(count):
            foe.rank[squares[i]] = pieces[i]

    def imagine_ranks(self, table: FlagfallTable, foe: FlagfallHand, draw: Draw) -> None:
        """What has moved is neither flag nor bomb; everything else is dealt evenly."""
        left = self.army[:]
        for rank in table.lost[foe.seat]:
            left[rank] -= 1
        still: list[int] = []
        hidden: list[int] = []
        for square in range(self.board.count):
            if table.owner[square] != foe.seat:
                continue
            if table.face[square] != HIDDEN:
                foe.rank[square] = table.face[square]
                left[table.face[square]] -= 1
            elif table.moved[square]:
                hidden.append(square)
            else:
                still.append(square)
        draw.shuffle(still)
        fixed = left[FLAG] * [FLAG] + left[BOMB] * [BOMB]
        for i in range(len(fixed)):
            foe.rank[still[i]] = fixed[i]
        hidden += still[len(fixed) :]
        pieces = [rank for rank in range(SPY, len(left)) for _ in range(left[rank])]
        draw.shuffle(pieces)
        for i in range(len(hidden)):
            foe.rank[hidden[i]] = pieces[i]

    def scores(self, table: FlagfallTable) -> list[int]:
        if table.winner == NOBODY:
            return [0, 0]
        return [1000, -1000] if table.winner == 0 else [-1000, 1000]

    def audit(self, state: FlagfallState) -> None:
        table = state.table
        for hand in state.hands:
            for square in range(self.board.count):
                if table.moves >= 0:
                    assert (hand.rank[square] != HIDDEN) == (table.owner[square] == hand.seat), "a rank without a piece"
                    assert not table.moved[square] or hand.rank[square] not in (FLAG, BOMB), "a flag or bomb has moved"
                if table.owner[square] == hand.seat and table.face[square] != HIDDEN:
                    assert table.face[square] == hand.rank[square], "a face that is not the rank"
            for rank in range(len(self.army)):
                count = hand.rank.count(rank) + table.lost[hand.seat].count(rank)
                assert count <= self.army[rank] and (table.moves < 0 or count == self.army[rank]), "pieces came or went"


def beats(rank: int, other: int) -> int:
    """4.2, 4.3: 1 when the attacker wins, 0 when both are lost, -1 when it loses."""
    if other == BOMB:
        return 1 if rank == MINER else -1
    if rank == SPY and other == MARSHAL:
        return 1
    return (STRENGTH[rank] > STRENGTH[other]) - (STRENGTH[rank] < STRENGTH[other])
