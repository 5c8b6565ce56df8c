"""The sequence of play: what comes after what (2.1, 2.3), up to the next wait."""

from __future__ import annotations

from sandtable.core.game import CHANCE, EVERYONE, Action, Frame
from sandtable.games.commanders.book import Book
from sandtable.games.commanders.rules import bombardment, dice, hits, marches, movement, planning, positions, reactions, scoring
from sandtable.games.commanders.state import (
    ADVANCES,
    ADVANCING,
    AIMING,
    BOMBARDMENT,
    CLOSE,
    COMBAT,
    COMBINED,
    COMMIT,
    DEPLOY_,
    FAST,
    FIGHTING,
    FLIGHT,
    FORM,
    FRIENDLY,
    HITS,
    LATE,
    MOVES,
    NEUTRAL,
    PLACING,
    PLAN,
    PUBLISH,
    RALLYING,
    REACT,
    REACTION_DICE,
    REROLLING,
    RETREATS,
    ROADS,
    ROADS_GO,
    ROADS_PUBLISH,
    ROLLING,
    SCORING,
    WALK_IN,
    WITHDRAWALS,
    WITHDRAWING,
    CommandersHand,
    CommandersState,
    CommandersTable,
)
from sandtable.games.commanders.verbs import AIM, DEPLOY, DONE, HALT, ORDER, PHASE, PLACE, REROLL, SEALED, STRIKE, WRITTEN

GUNS = FRIENDLY  # BOMBARDMENT: choosing targets
GUN_DICE = NEUTRAL


def apply(book: Book, state: CommandersState, seat: int, action: Action) -> None:
    """One input, then everything that follows without a decision or a die."""
    if seat == CHANCE:
        roll(book, state, action)
    else:
        answer(book, state, seat, action)
    run(book, state)


def run(book: Book, state: CommandersState) -> None:
    table = state.table
    while table.stack and not table.pending and not table.dice:
        frame = table.stack[-1]
        if frame.proc == COMBAT:
            combat(book, state, frame)
        elif frame.proc == FAST or frame.proc == COMBINED or frame.proc == MOVES:
            movement_phase(book, state, frame)
        elif frame.proc == BOMBARDMENT:
            guns(book, state, frame)
        else:
            between_fights(book, state, frame)


def answer(book: Book, state: CommandersState, seat: int, action: Action) -> None:
    """A decision of a seat: open ones take effect at once, sealed ones wait for DONE."""
    frame = state.table.stack[-1]
    verb = action[0]
    if verb == DONE:
        if state.answered(seat):
            last_answer(book, state, frame, seat)
            finish(frame)
    elif verb == DEPLOY:
        planning.deploy(state, seat, action)
    elif verb == ORDER:
        planning.give_order(state, seat, action)
    elif verb == STRIKE:
        planning.strike_order(state, seat, action[1])
    elif verb == HALT:
        state.answered(seat)
        marches.halt(state, frame, action[1])
    elif verb == PLACE:
        state.answered(seat)
        positions.place(book, state, seat, frame.regs[1], action[1], action[2])
    elif verb == AIM:
        state.answered(seat)
        if frame.proc == BOMBARDMENT:
            bombardment.aim_gun(state, frame, action[2])
        else:
            dice.aim_at(state, action[1], action[2])
    elif verb == REROLL:
        state.answered(seat)
        dice.start_reroll(state, frame, seat, action[1], action[2])
    else:
        movement.choose(state, seat, action)


def last_answer(book: Book, state: CommandersState, frame: Frame, seat: int) -> None:
    """All answers lie open now, and the other side's may have been to do nothing: that comes to light, too.  Order sheets stay secret."""
    if frame.proc == PLAN:
        state.tell(EVERYONE, WRITTEN, (seat,))
    elif state.loud and was_asked(book, state.table, frame, 1 - seat):
        state.reveal(EVERYONE, SEALED, (seat,))
    else:
        state.tell(EVERYONE, SEALED, (seat,))


def was_asked(book: Book, table: CommandersTable, frame: Frame, seat: int) -> bool:
    """Whether the question under way was put to a seat, too: that follows from what lies open."""
    if frame.proc == COMBAT:
        blank = CommandersHand(seat)
        if frame.step == REACT:
            return len(reactions.react_offer(book, table, blank)) > 1
        if frame.step == WITHDRAWING:
            return len(hits.withdraw_offer(book, table, blank)) > 1
        if frame.step == ADVANCING:
            return len(hits.winners(table, seat)) > 0
        return False
    if frame.proc == BOMBARDMENT:
        return bombardment.might_bombard(table, seat)
    if frame.proc == RALLYING:
        return scoring.might_rally(table, seat)
    if frame.step == ROADS:
        return movement.road_possible(book, table, seat)
    return frame.proc == DEPLOY_ or movement.might_act(book, table, seat, frame.proc)


def finish(frame: Frame) -> None:
    """The last awaited seat said DONE."""
    if frame.proc == COMBAT and frame.step == REROLLING:
        frame.regs[1] += 1
    elif frame.proc == COMBAT and frame.step == ADVANCING:
        frame.step = ADVANCES
    else:
        frame.step += 1


def roll(book: Book, state: CommandersState, pips: Action) -> None:
    """Dice fell: whose they are follows from the procedure under way."""
    frame = state.table.stack[-1]
    if frame.proc == PLAN:
        if frame.step == 0:
            planning.roll_orders(book, state, pips)
        else:
            planning.ride(book, state, pips)
            next_phase(state, FAST)
    elif frame.proc == BOMBARDMENT:
        bombardment.shell(book, state, frame, pips)
        frame.step = CLOSE
    elif frame.step == REACTION_DICE:
        reactions.roll_reactions(book, state, frame, pips)
        frame.step = FORM
    elif frame.step == ROLLING:
        dice.deal(state, frame, pips)
        frame.step = REROLLING
        frame.regs[1] = 0
    else:
        dice.end_reroll(state, frame, pips)


def next_phase(state: CommandersState, phase: int) -> None:
    state.table.stack[-1] = Frame(phase, COMMIT, [])
    state.table.phase = phase
    state.tell(EVERYONE, PHASE, (phase,))


def between_fights(book: Book, state: CommandersState, frame: Frame) -> None:
    """Deployment, planning, rally, scoring."""
    table = state.table
    if frame.proc == DEPLOY_:
        planning.show_deployment(state)
        table.stack[-1] = Frame(PLAN, 0, [])
    elif frame.proc == PLAN and frame.step == 0:
        planning.open_round(book, state)
    elif frame.proc == PLAN:
        if planning.seal_orders(book, state):
            next_phase(state, FAST)
    elif frame.proc == RALLYING:
        if frame.step == COMMIT:
            frame.step = PUBLISH
            seats = [seat for seat in range(2) if scoring.might_rally(table, seat)]
            if seats:
                frame.step = COMMIT
                state.ask(seats)
        else:
            scoring.rally(state)
            next_phase(state, SCORING)
    else:
        scoring.score(book, state)
        if scoring.is_over(book, table):
            scoring.end_battle(state)
        else:
            table.stack[-1] = Frame(PLAN, 0, [])


def movement_phase(book: Book, state: CommandersState, frame: Frame) -> None:
    """2.3: fast movement, combined arms and non-combat moves."""
    step = frame.step
    if step == COMMIT:
        seats = [seat for seat in range(2) if movement.might_act(book, state.table, seat, frame.proc)]
        if seats:
            state.ask(seats)
        else:
            frame.step = PUBLISH
    elif step == PUBLISH:
        movement.publish_moves(book, state, frame)
    elif step == FRIENDLY:
        if marches.march(book, state, frame, 0):
            marches.gather_neutral(state, frame)
    elif step == NEUTRAL:
        again = len(frame.regs) > 0 and frame.proc != MOVES
        if marches.march(book, state, frame, 0):
            if again:  # whoever has just left opens the way for others
                marches.gather_neutral(state, frame)
            elif state.table.waiting:
                marches.call_up(book, state, frame)
            else:
                marches.next_step(frame)
    elif step == LATE:
        if marches.march(book, state, frame, 0):
            marches.gather_neutral(state, frame)
    elif step == FIGHTING:
        frame.step = CLOSE
        if marches.combat_looms(state.table):
            reactions.mark_attackers(state.table)
            state.table.stack.append(Frame(COMBAT, REACT, [0, 0, 0, 0]))
    elif step == CLOSE and frame.proc == MOVES and book.terrain:
        roads(book, state, frame)
    elif step == ROADS_PUBLISH:
        movement.publish_roads(state, frame)
        frame.step = ROADS_GO
    elif step == ROADS_GO:
        if marches.march(book, state, frame, 0):
            end_phase(state, frame)
    else:
        end_phase(state, frame)


def roads(book: Book, state: CommandersState, frame: Frame) -> None:
    """15.13: the extra moves, sealed like all others."""
    seats = [seat for seat in range(2) if movement.road_possible(book, state.table, seat)]
    frame.step = ROADS_PUBLISH
    if seats:
        frame.step = ROADS
        state.ask(seats)


def end_phase(state: CommandersState, frame: Frame) -> None:
    movement.close_phase(state, frame.proc)
    next_phase(state, frame.proc + 1)


def guns(book: Book, state: CommandersState, frame: Frame) -> None:
    """Chapter 9."""
    table = state.table
    if frame.step == COMMIT:
        seats = [seat for seat in range(2) if bombardment.might_bombard(table, seat)]
        if seats:
            state.ask(seats)
        else:
            frame.step = PUBLISH
    elif frame.step == PUBLISH:
        bombardment.publish_shots(book, state, frame)
        frame.step = GUNS
    elif frame.step == GUNS:
        if bombardment.aim_guns(book, state, frame):
            frame.step = GUN_DICE
    elif frame.step == GUN_DICE:
        if frame.regs:
            table.dice = [6] * (len(frame.regs) // 3)
        else:
            bombardment.lay_tokens(table)
            frame.step = CLOSE
    else:
        end_phase(state, frame)


def combat(book: Book, state: CommandersState, frame: Frame) -> None:
    """Chapters 5 to 8: the steps of all combats of a phase, at once."""
    if frame.step <= FORM:
        before_the_fight(book, state, frame)
    elif frame.step < FLIGHT:
        fight(book, state, frame)
    elif frame.step == FLIGHT:
        hits.end_fights(book, state)
        frame.step = ADVANCING
    elif frame.step == ADVANCING:
        if not hits.ask_advances(book, state):
            state.table.stack.pop()
    else:
        hits.advance_in(book, state)
        frame.step = ADVANCING


def before_the_fight(book: Book, state: CommandersState, frame: Frame) -> None:
    """Chapters 5 and 6: retreats, reactions, zones."""
    table = state.table
    step = frame.step
    if step == REACT:
        reactions.ask_reactions(book, state)
        if not table.pending:
            frame.step = RETREATS
    elif step == RETREATS:
        reactions.declare(book, state, frame)
    elif step == WALK_IN:
        start = 3 + 2 * frame.regs[2]
        again = len(frame.regs) > start
        if marches.march(book, state, frame, start):
            if again:
                frame.regs += reactions.left_alone(state)
            else:
                reactions.ask_reaction_dice(state, frame)
    elif step == REACTION_DICE:
        frame.step = FORM
    elif step == FORM:
        frame.regs = [0, 0, 0, 0]
        dice.clear_aims(table)
        frame.step = PLACING
        if not positions.form_zones(book, state):
            table.stack.pop()


def fight(book: Book, state: CommandersState, frame: Frame) -> None:
    """Chapters 6 to 8: fire, withdrawal, melee."""
    table = state.table
    step = frame.step
    if step == PLACING:
        if positions.placing(book, state, frame):
            frame.step = AIMING
    elif step == AIMING:
        if dice.aiming(book, state, frame):
            frame.step = ROLLING
            dice.ask_dice(state, frame)
            if not table.dice:
                frame.step = HITS
    elif step == REROLLING:
        if dice.rerolling(state, frame):
            frame.step = HITS
    elif step == HITS:
        hits.strike(book, state, frame)
        frame.step = FLIGHT if frame.regs[0] else WITHDRAWING
    elif step == WITHDRAWING:
        hits.ask_withdrawals(book, state)
        if not table.pending:
            frame.step = WITHDRAWALS
    elif step == WITHDRAWALS:
        hits.withdraw(book, state)
        frame.regs = [1, 0, 0, 0]
        if hits.anybody_attacks(table):
            positions.reposition(table)
            dice.clear_aims(table)
            frame.step = PLACING
        else:
            frame.step = FLIGHT
