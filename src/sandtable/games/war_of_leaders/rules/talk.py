"""Chapter 10: offers, deals, signals, and the ledger that remembers them."""

from __future__ import annotations

from sandtable.core.game import EVERYONE, Action
from sandtable.games.war_of_leaders.setup import Rules
from sandtable.games.war_of_leaders.state import (
    ALLIANCE,
    BROKEN,
    CALLED_OFF,
    D_AIM,
    D_BY,
    D_FROM,
    D_KIND,
    D_OPEN,
    D_SERIAL,
    D_STATUS,
    D_TERM,
    D_TO,
    D_UNTIL,
    KEPT,
    LAPSED,
    OFFERED,
    PACT,
    REFUSED,
    STANDING,
    TRUCE,
    LeadersHand,
    LeadersState,
    LeadersTable,
)
from sandtable.games.war_of_leaders.verbs import ACCEPT, CALL_OFF, DEALT, OFFER, REFUSE, SIGNAL, SIGNALLED

MOST_OFFERS = 12  # 10.2: from one player to another, open and private ones apart
KEPT_SIGNALS = 20  # a hand remembers the last ones


def book(table: LeadersTable, hand: LeadersHand, is_open: int) -> list[list[int]]:
    return table.treaties if is_open else hand.deals


def deal_at(deals: list[list[int]], giver: int, taker: int, serial: int) -> int:
    for k in range(len(deals)):
        if deals[k][D_FROM] == giver and deals[k][D_TO] == taker and deals[k][D_SERIAL] == serial:
            return k
    return -1


def given(deals: list[list[int]], giver: int, taker: int) -> int:
    """How many offers one has made to the other."""
    count = 0
    for deal in deals:
        if deal[D_FROM] == giver and deal[D_TO] == taker:
            count += 1
    return count


def stands_already(deals: list[list[int]], one: int, two: int, kind: int, aim: int) -> bool:
    for deal in deals:
        pair = (deal[D_FROM] == one and deal[D_TO] == two) or (deal[D_FROM] == two and deal[D_TO] == one)
        if pair and deal[D_KIND] == kind and deal[D_AIM] == aim and deal[D_STATUS] in (OFFERED, STANDING):
            return True
    return False


# writing -----------------------------------------------------------------------------------------


def write_deal(state: LeadersState, deal: list[int]) -> None:
    """Bring every copy of a deal up to date and tell those who know of it."""
    args = (deal[D_FROM], deal[D_TO], deal[D_SERIAL], deal[D_KIND], deal[D_TERM], deal[D_AIM], deal[D_OPEN], deal[D_STATUS], deal[D_BY])
    if deal[D_OPEN]:
        put_in(state.table.treaties, deal)
        state.tell(EVERYONE, DEALT, args)
        return
    put_in(state.hands[deal[D_FROM]].deals, deal)
    put_in(state.hands[deal[D_TO]].deals, deal)
    state.tell(1 << deal[D_FROM] | 1 << deal[D_TO], DEALT, args)


def put_in(deals: list[list[int]], deal: list[int]) -> None:
    k = deal_at(deals, deal[D_FROM], deal[D_TO], deal[D_SERIAL])
    if k >= 0:
        deals[k] = deal[:]
    else:
        deals.append(deal[:])


def every_deal(state: LeadersState) -> list[list[int]]:
    """All deals, each once: open ones, then private ones by who offered them."""
    found = [deal[:] for deal in state.table.treaties]
    for hand in state.hands:
        found += [deal[:] for deal in hand.deals if deal[D_FROM] == hand.seat]
    return found


def end_deal(state: LeadersState, deal: list[int], status: int, by: int) -> None:
    deal[D_STATUS] = status
    deal[D_BY] = by
    write_deal(state, deal)


# speaking ----------------------------------------------------------------------------------------


def speak(rules: Rules, state: LeadersState, seat: int, action: Action) -> None:
    table, hand = state.table, state.hands[seat]
    hand.talks += 1
    verb = action[0]
    if verb == OFFER:
        deals = book(table, hand, action[5])
        serial = given(deals, seat, action[1])
        write_deal(state, [seat, action[1], serial, action[2], action[3], action[4], action[5], OFFERED, table.round, -1])
    elif verb == SIGNAL:
        send_signal(state, seat, action)
    elif verb == CALL_OFF:
        deals = book(table, hand, action[4])
        end_deal(state, deals[deal_at(deals, action[1], action[2], action[3])][:], CALLED_OFF, seat)
    else:
        deals = book(table, hand, action[3])
        deal = deals[deal_at(deals, action[1], seat, action[2])][:]
        if verb == ACCEPT:
            deal[D_UNTIL] = table.round + deal[D_TERM] if deal[D_TERM] else 0
        end_deal(state, deal, STANDING if verb == ACCEPT else REFUSED, -1)
    state.ask_again(seat)


def send_signal(state: LeadersState, seat: int, action: Action) -> None:
    """10.8: to a group of seats, given as bits."""
    signal = [seat, action[1], action[2], action[3], state.table.round]
    audience = action[1] | 1 << seat
    for hand in state.hands:
        if (audience >> hand.seat) & 1:
            hand.signals = [*hand.signals[-(KEPT_SIGNALS - 1) :], signal[:]]
    state.tell(audience, SIGNALLED, (seat, action[1], action[2], action[3]))


# consequences ------------------------------------------------------------------------------------


def note_attack(rules: Rules, state: LeadersState, seat: int, victim: int) -> None:
    """10.5: an attack breaks a truce or alliance with the victim, and a pact against somebody else."""
    if not rules.negotiation:
        return
    for deal in every_deal(state):
        if deal[D_STATUS] != STANDING or (deal[D_FROM] != seat and deal[D_TO] != seat):
            continue
        partner = deal[D_TO] if deal[D_FROM] == seat else deal[D_FROM]
        if (deal[D_AIM] != victim) if deal[D_KIND] == PACT else partner == victim:
            end_deal(state, deal, BROKEN, seat)


def lapse_offers(rules: Rules, state: LeadersState, seat: int) -> None:
    """10.3: at the end of the partner's turn."""
    if not rules.negotiation:
        return
    for deal in every_deal(state):
        if deal[D_STATUS] == OFFERED and deal[D_TO] == seat:
            end_deal(state, deal, LAPSED, -1)


def end_terms(rules: Rules, state: LeadersState) -> None:
    """10.7: at the beginning of a round."""
    if not rules.negotiation:
        return
    for deal in every_deal(state):
        if deal[D_STATUS] == STANDING and deal[D_UNTIL] and deal[D_UNTIL] < state.table.round:
            end_deal(state, deal, KEPT, -1)


def end_deals_of(rules: Rules, state: LeadersState, seat: int) -> None:
    """10.7: a player is eliminated."""
    if not rules.negotiation:
        return
    for deal in every_deal(state):
        if deal[D_FROM] == seat or deal[D_TO] == seat or deal[D_AIM] == seat:
            if deal[D_STATUS] == STANDING:
                end_deal(state, deal, KEPT, -1)
            elif deal[D_STATUS] == OFFERED:
                end_deal(state, deal, LAPSED, -1)


def open_ledger(rules: Rules, state: LeadersState) -> None:
    """10.9"""
    if not rules.negotiation:
        return
    for deal in every_deal(state):
        if deal[D_STATUS] in (OFFERED, STANDING):
            end_deal(state, deal, KEPT if deal[D_STATUS] == STANDING else LAPSED, -1)
        state.table.ledger.append(deal)
        args = (deal[D_FROM], deal[D_TO], deal[D_SERIAL], deal[D_KIND], deal[D_TERM], deal[D_AIM], deal[D_OPEN], deal[D_STATUS], deal[D_BY])
        state.reveal(EVERYONE, DEALT, args)


# offers of actions -------------------------------------------------------------------------------


def talk_actions(rules: Rules, table: LeadersTable, hand: LeadersHand) -> list[Action]:
    """Sorted by verb.  Of the terms only a few are put into the offer."""
    if not rules.negotiation or hand.talks >= rules.max_talks:
        return []
    others = [seat for seat in range(rules.seats) if seat != hand.seat and not table.out[seat]]
    found: list[Action] = []
    for partner in others:
        for is_open in (0, 1):
            for term in rules.offered_terms:
                found.append((OFFER, partner, TRUCE, term, -1, is_open))
                for aim in others:
                    found.append((OFFER, partner, PACT, term, aim, is_open))
            found.append((OFFER, partner, ALLIANCE, 0, -1, is_open))
    for is_open in (0, 1):
        for deal in book(table, hand, is_open):
            if deal[D_STATUS] == OFFERED and deal[D_TO] == hand.seat:
                found.append((ACCEPT, deal[D_FROM], deal[D_SERIAL], is_open))
                found.append((REFUSE, deal[D_FROM], deal[D_SERIAL], is_open))
            elif deal[D_STATUS] == STANDING and (deal[D_FROM] == hand.seat or deal[D_TO] == hand.seat):
                found.append((CALL_OFF, deal[D_FROM], deal[D_TO], deal[D_SERIAL], is_open))
    groups = [1 << seat for seat in others]
    if len(others) > 1:
        groups.append(sum(groups))
    for group in groups:
        for phrase in range(rules.phrases):
            for about in [hand.seat, *others]:
                found.append((SIGNAL, group, phrase, about))
    found = [action for action in found if not talk_refusal(rules, table, hand, action)]
    found.sort()
    return found


def talk_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    if not rules.negotiation:
        return "no-negotiation"
    if hand.talks >= rules.max_talks:
        return "talked-enough"
    verb = action[0]
    if verb == OFFER:
        return offer_refusal(rules, table, hand, action)
    if verb == SIGNAL:
        return signal_refusal(rules, table, hand, action)
    is_open = action[len(action) - 1]
    if is_open not in (0, 1):
        return "open-or-private"
    deals = book(table, hand, is_open)
    if verb == CALL_OFF:
        k = deal_at(deals, action[1], action[2], action[3])
        if k < 0 or (action[1] != hand.seat and action[2] != hand.seat):
            return "no-such-deal"
        return "" if deals[k][D_STATUS] == STANDING else "deal-not-standing"
    k = deal_at(deals, action[1], hand.seat, action[2])
    if k < 0:
        return "no-such-deal"
    return "" if deals[k][D_STATUS] == OFFERED else "already-answered"


def in_play(rules: Rules, table: LeadersTable, seat: int) -> bool:
    return 0 <= seat < rules.seats and not table.out[seat]


def offer_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    """10.2"""
    partner, kind, term, aim = action[1], action[2], action[3], action[4]
    if partner == hand.seat or not in_play(rules, table, partner):
        return "no-such-partner"
    if action[5] not in (0, 1):
        return "open-or-private"
    if kind not in (TRUCE, PACT, ALLIANCE):
        return "no-such-deal"
    if term != 0 if kind == ALLIANCE else term not in rules.terms:
        return "no-such-term"
    if kind == PACT:
        if aim == hand.seat or aim == partner or not in_play(rules, table, aim):
            return "no-third-player"
    elif aim != -1:
        return "no-third-player"
    deals = book(table, hand, action[5])
    if stands_already(deals, hand.seat, partner, kind, aim):
        return "already-offered"
    return "" if given(deals, hand.seat, partner) < MOST_OFFERS else "too-many-offers"


def signal_refusal(rules: Rules, table: LeadersTable, hand: LeadersHand, action: Action) -> str:
    """10.8: any group of other players in play."""
    if not 0 < action[1] < 1 << rules.seats:
        return "no-such-partner"
    for seat in range(rules.seats):
        if (action[1] >> seat) & 1 and (seat == hand.seat or table.out[seat]):
            return "no-such-partner"
    if not 0 <= action[2] < rules.phrases:
        return "no-such-phrase"
    return "" if 0 <= action[3] < rules.seats else "no-such-seat"
