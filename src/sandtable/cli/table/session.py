"""One terminal, one match: who is asked, what was typed, what the table answers by itself."""

from __future__ import annotations

import re
from typing import Any

from rich.markup import escape

from sandtable import games
from sandtable.cli.common import out
from sandtable.cli.table.answers import Answer, Answers
from sandtable.cli.table.question import Question
from sandtable.cli.table.screen import Screen
from sandtable.cli.table.study import Study
from sandtable.cli.table.words import Words
from sandtable.core.game import Action, Event
from sandtable.core.match import UNDO, Match, Refused, result
from sandtable.kit.card import ENDS_PHASE, Notation, is_number
from sandtable.wire import catalogue, notation
from sandtable.wire.notation import UMPIRE_VERBS
from sandtable.wire.view import heard

AnyMatch = Match[Any, Any, Any]


class Quit(Exception):
    """A person has had enough."""


class Session:
    def __init__(self, match: AnyMatch, robots: list[Any], language: str, auto: bool = True) -> None:
        self.match = match
        self.game = match.game
        self.card = games.card(match.game.name)
        self.robots = robots
        self.people = [seat for seat, robot in enumerate(robots) if robot is None]
        self.words = Words(match.game, language)
        self.screen = Screen(self.words)
        self.study = Study(self.screen)
        self.answers = Answers(match.game, len(self.people), auto)
        self.unread: list[list[Event | str]] = [[] for _ in robots]  # by seat: what happened since it last looked
        self.looking = self.people[0] if len(self.people) == 1 else -1  # whose eyes are on the screen

    def run(self) -> None:
        self.note(self.match.state.news)
        while self.match.state.table.pending:
            pending = self.match.state.table.pending
            robots = [seat for seat in pending if self.robots[seat] is not None]
            if robots:
                self.robot(robots[0])
            elif not any(self.answer_for(seat) for seat in pending):
                self.person(self.looking if self.looking in pending else pending[0])
        self.finish()

    def note(self, events: list[Event]) -> None:
        for seat, unread in enumerate(self.unread):
            news = heard(events, seat)
            unread += news
            if self.robots[seat] is not None:
                self.robots[seat].hear(news)

    def robot(self, seat: int) -> None:
        table, hand = self.match.state.table, self.match.state.hands[seat]
        action = self.robots[seat].decide(table, hand, self.game.tidy(table, hand, self.game.actions(table, hand)))
        self.note(self.match.submit(seat, hand.asked, action))

    def answer_for(self, seat: int) -> bool:
        """Answer a question that nobody need be asked; false when the person is."""
        table, hand = self.match.state.table, self.match.state.hands[seat]
        found = self.found_answer(seat)
        if found is None:
            return False
        key = "answered-standing" if found.beforehand else "answered-single"
        self.unread[seat].append(self.words.say(key, seat=self.words.seat(table, seat), action=self.told(seat, found.action)))
        self.note(self.match.submit(seat, hand.asked, found.action))
        return True

    def told(self, seat: int, action: Action) -> str:
        """An action under the name people see it by."""
        table, hand = self.match.state.table, self.match.state.hands[seat]
        ending = self.card.ending(self.game, table, hand, action)
        if ending is not None:
            return catalogue.say(self.game.name, self.words.language, "ending", ending.key)
        return catalogue.say_action(self.game, table, action, self.words.language)

    # one person --------------------------------------------------------------------

    def person(self, seat: int) -> None:
        if seat != self.looking:
            self.curtain(seat)
        self.show_news(seat)
        table, hand = self.match.state.table, self.match.state.hands[seat]
        self.screen.redraw(self.card.draw(self.game, table, hand))
        question = Question(self.words, table, hand)
        self.screen.ask(question)
        while not self.obey(question, self.ask(seat)):
            pass

    def curtain(self, seat: int) -> None:
        name = self.words.seat(self.match.state.table, seat)
        self.screen.wipe()
        out.print(f"[bold]{escape(self.words.say('awaited', seat=name))}[/bold] {self.words.say('hand-over')}")
        self.input(self.words.say("press-enter", seat=name))
        self.looking = seat

    def show_news(self, seat: int) -> None:
        for news in self.unread[seat]:
            self.screen.dim(news if isinstance(news, str) else self.words.event(self.match.state.table, news))
        self.unread[seat] = []

    def ask(self, seat: int) -> str:
        can = self.match.objection(seat, UNDO) == ""
        return self.input(self.words.say("undo-yes" if can else "undo-no"))

    def input(self, prompt: str) -> str:
        try:
            return out.input(escape(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def obey(self, question: Question, typed: str) -> bool:
        """Carry out what was typed; true when the question does not stand any more."""
        if not typed:
            self.screen.plain(self.words.say("help-short"))
            return False
        action = question.numbered(typed)
        if action is None:
            action = self.parsed(typed) if len(typed.split()) > 1 or self.words.command(typed) == typed else None
        if action is not None:
            return self.umpire(question, action[0]) if action[0] < 0 else self.choose(question, [action], typed)
        gesture = question.gesture(typed)
        if gesture is not None:
            ends = gesture.ends >= ENDS_PHASE
            return self.choose(question, gesture.actions, typed) if ends else self.perform(question, gesture.actions)
        words = typed.split()
        return self.command(question, self.words.command(words[0]), words[1:], typed)

    def parsed(self, typed: str) -> Action | None:
        """Notation of the game or the umpire."""
        try:
            action = notation.parse(self.game, self.match.state.table, typed)
        except Notation:
            return None
        return action if action[0] >= 0 or UMPIRE_VERBS[action[0]] != "timeout" else None

    def command(self, question: Question, word: str, rest: list[str], typed: str) -> bool:
        if word == "quit":
            raise Quit
        if word in UMPIRE_VERBS.values() and word != "timeout" and not rest:
            return self.umpire(question, next(verb for verb, known in UMPIRE_VERBS.items() if known == word))
        if word == "?":
            self.screen.everything(question)
        elif word == "board":
            self.screen.draw(self.card.draw(self.game, question.table, question.hand))
        elif word == "set":
            self.set_auto(rest)
            return bool(rest[-1:] == ["on"] and self.answered(question.hand.seat))
        elif word in ("always", "never"):
            return self.beforehand(question, word, rest)
        elif self.study.knows(question, word):
            self.study.answer(question, word, rest)
        else:
            return self.free_text(question, typed)
        return False

    def free_text(self, question: Question, typed: str) -> bool:
        """A piece, a gesture in the game's own notation, several actions, or words to search for."""
        if ";" in typed:
            return self.joined(question, typed)
        subjects = question.subject(typed)
        error = ""
        if not subjects:
            try:
                gesture = self.card.read_gesture(self.game, question.table, question.hand, typed)
            except Notation as notation_error:
                gesture, error = None, str(notation_error)
            if gesture is not None:
                return self.perform(question, gesture.actions)
            subjects = question.subject(typed.split()[0])
        if subjects and self.piece(question, subjects, typed):
            return False
        if error:
            self.screen.plain(error)
        else:
            self.search(question, typed)
        return False

    def piece(self, question: Question, subjects: list[tuple[str, int]], typed: str) -> bool:
        """What can be done with a piece; further words narrow it down.  False when that is nothing."""
        gestures = question.narrowed(question.pick_up(subjects), typed.split()[1:])
        found = question.matching(typed)
        self.screen.some_gestures(question, gestures, typed)
        self.screen.found(question, found)
        return bool(gestures or found)

    def search(self, question: Question, typed: str) -> None:
        if is_number(typed):
            count = len(question.actions)
            self.screen.plain(self.words.say("numbered", count=count) if count else self.words.say("no-numbers"))
            return
        if typed == self.words.gesture_letter and question.gestures:
            self.screen.gestures(question, list(range(len(question.gestures))))
            return
        if re.fullmatch(f"[{self.words.ending_letter}{self.words.gesture_letter}][0-9]*", typed):
            self.screen.plain(self.words.say("no-key", key=typed))
            return
        found = question.matching(typed)
        self.screen.found(question, found)
        if not found:
            self.screen.plain(self.words.say("nothing-matches", typed=typed))
            self.nearly(typed)

    def nearly(self, typed: str) -> None:
        """What is wrong with a line that begins like notation."""
        words = typed.split()
        if words and words[0] in [shape.word for shape in self.card.verbs] and len(words) > 1:
            try:
                notation.parse(self.game, self.match.state.table, typed)
            except Notation as error:
                self.screen.plain(str(error))

    # deciding ----------------------------------------------------------------------

    def choose(self, question: Question, actions: list[Action], typed: str) -> bool:
        """Play a choice; asked once when it ends something and useful things would be left."""
        ending = question.wasteful(actions)
        if ending is not None and question.warned != actions:
            question.warned = actions
            left = [self.words.game_text("unused", key).replace("{count}", str(count)) for key, count in ending.unused]
            self.screen.plain(self.words.say("ask-unused", unused=", ".join(left), key=typed))
            return False
        return self.perform(question, actions)

    def joined(self, question: Question, typed: str) -> bool:
        actions: list[Action] = []
        for part in typed.split(";"):
            action = question.numbered(part.strip())
            try:
                actions.append(action if action is not None else notation.parse(self.game, question.table, part.strip()))
            except Notation as error:
                self.screen.plain(str(error))
                return False
        return self.perform(question, [action for action in actions if action[0] >= 0])

    def perform(self, question: Question, actions: list[Action]) -> bool:
        seat = question.hand.seat
        try:
            self.note(self.match.perform(seat, question.hand.asked, actions))
        except Refused as refused:
            self.screen.refusal(str(refused))
            return False
        if self.match.played < len(actions):
            self.unread[seat].append(self.how_far(actions))
        return True

    def how_far(self, actions: list[Action]) -> str:
        """How far a gesture came, and what stopped it."""
        reason = self.words.game_text("refusal", self.match.stopped)
        if not self.match.stopped.startswith("stopped-"):
            stuck = notation.write(self.game, self.match.state.table, actions[self.match.played])
            reason = self.words.say("refused-at", action=stuck, reason=reason)
        return self.words.say("came-so-far", played=self.match.played, all=len(actions), reason=reason)

    def umpire(self, question: Question, verb: int) -> bool:
        seat = question.hand.seat
        try:
            self.note(self.match.call(seat, verb))
            if verb == UNDO:
                self.further_back(seat)
        except Refused as refused:
            self.screen.refusal(str(refused))
            return False
        return True

    def further_back(self, seat: int) -> None:
        """What the table answered by itself is taken back too: nobody could get behind it otherwise."""
        while self.answered(seat) and self.match.objection(seat, UNDO) == "":
            self.note(self.match.call(seat, UNDO))
        if self.answered(seat):
            self.answers.hold(self.match.state.hands[seat])

    def answered(self, seat: int) -> bool:
        state = self.match.state
        if seat not in state.table.pending:
            return False
        return self.found_answer(seat) is not None

    def found_answer(self, seat: int) -> Answer | None:
        """What the table answers for a seat that is awaited; None when the person is asked."""
        match = self.match
        return self.answers.find(match.state.table, match.state.hands[seat], match.loose[seat], match.midway[seat])

    # settings ----------------------------------------------------------------------

    def set_auto(self, rest: list[str]) -> None:
        if rest not in (["auto", "on"], ["auto", "off"]):
            self.screen.plain(self.words.say("set-what"))
            return
        self.answers.auto = rest[1] == "on"
        self.screen.plain(self.words.say("auto-on" if self.answers.auto else "auto-off"))

    def beforehand(self, question: Question, word: str, rest: list[str]) -> bool:
        """``always KEY`` and ``never KEY``; alone, what there is."""
        seat, table = question.hand.seat, question.table
        if not self.card.standings:
            self.screen.plain(self.words.say("no-standings"))
        elif not rest:
            for standing in self.card.standings:
                state = self.words.say("standing-on" if self.answers.holds(table, seat, standing) else "standing-off")
                text = self.words.game_text("always", standing.key)
                self.screen.plain(self.words.say("standing-line", key=standing.key, text=text, state=state))
        elif rest[0] not in [standing.key for standing in self.card.standings]:
            keys = ", ".join([standing.key for standing in self.card.standings])
            self.screen.plain(self.words.say("standing-unknown", keys=keys))
        else:
            text = self.words.game_text("always", rest[0])
            if word == "never":
                ended = self.answers.take_back(seat, rest[0])
                self.screen.plain(self.words.say("standing-ended" if ended else "standing-not-given", text=text))
                return False
            self.answers.give(table, seat, rest[0])
            self.screen.plain(self.words.say("standing-given", text=text, key=rest[0]))
            return self.answered(seat)
        return False

    # the end -----------------------------------------------------------------------

    def finish(self) -> None:
        table = self.match.state.table
        for seat in self.people:
            self.show_news(seat)
        self.screen.draw(self.card.draw(self.game, table, None))
        scores = result(self.game, table)
        names = [self.words.seat(table, seat) for seat in range(len(scores))]
        told = ", ".join(self.words.say("scores", seat=names[seat], score=score) for seat, score in enumerate(scores))
        best = [names[seat] for seat, score in enumerate(scores) if score == max(scores)]
        text = f"{self.words.say('over')} {told}. {self.words.say('best', seats=', '.join(best))}"
        out.print(f"[bold]{escape(text)}[/bold]", soft_wrap=True)
