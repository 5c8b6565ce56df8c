"""What a game says of itself to people and tools: its card.  Rules live in ``Game``."""

from __future__ import annotations

from typing import Final, Generic, Union

from mypy_extensions import mypyc_attr

from sandtable.core.game import Action, B, Draw, Event, Game, H, State, T
from sandtable.kit.layout import Layout, Lying
from sandtable.kit.reasons import Ledger, Measure

Value = Union[int, str]  # of an option: flags are 0 or 1
Options = dict[str, Value]


class Option:
    """One choice made before a match.  ``kind``: flag, number, choice or text.  ``reserved``: choices that stand for something of
    others, such as names; a server offers and takes them only if its owner has switched them on."""

    def __init__(
        self,
        key: str,
        kind: str,
        default: Value,
        low: int = 0,
        high: int = 0,
        choices: list[str] | None = None,
        reserved: list[str] | None = None,
    ) -> None:
        self.key = key
        self.kind = kind
        self.default = default
        self.low = low
        self.high = high
        self.choices: list[str] = choices if choices is not None else []
        self.reserved: list[str] = reserved if reserved is not None else []


class Shape:
    """A verb or an event: its word, and the kinds of its operands, as ``unit zone*``.
    A last kind with a star repeats.  ``rank`` sorts verbs for people: what a turn is about first (low), rarely used things last;
    endings stand apart anyway."""

    def __init__(self, word: str, operands: str = "", rank: int = 0) -> None:
        self.word = word
        self.operands = operands.split()
        self.rank = rank


class Remark:
    """A doctor's finding about a board or scenario: grave ones forbid playing it.

    ``text`` is plain English for the command line; catalogues have a sentence under the key (table ``remark``), with
    ``values`` put into its braces.  ``where`` names the places concerned in the game's own words, for the editor to mark:
    ``3,5`` for a field, ``wall:2`` for an obstacle, ``option:army`` for an option."""

    def __init__(
        self, grave: bool, key: str, text: str, where: list[str] | None = None, values: dict[str, str] | None = None, fine: bool = False
    ) -> None:
        self.grave = grave
        self.key = key
        self.text = text
        self.where: list[str] = where if where is not None else []
        self.values: dict[str, str] = values if values is not None else {}
        self.fine = fine  # says that something is as it should be


class Chance:
    """One thing that may come of an action before anybody rolls: in ``ways`` of ``of`` equally likely cases; or, if it is
    a mean, on average ``ways / of``.  ``key`` names its text (table ``odds``), filled with words like those of an event."""

    def __init__(self, key: str, ways: int, of: int, kinds: str = "", values: Action = (), mean: bool = False) -> None:
        self.key = key
        self.ways = ways
        self.of = of
        self.kinds = kinds.split()
        self.values = values
        self.mean = mean


class Fact:
    """A question about something hidden and its answer in one imagined truth: what is (``key``, table ``notebook``) of that
    piece, place or seat.  Kinds are those of operands; ``flag`` is yes or no, ``own`` has its words in the table itself."""

    def __init__(self, subject_kind: str, subject: int, key: str, kind: str, value: int) -> None:
        self.subject_kind = subject_kind
        self.subject = subject
        self.key = key
        self.kind = kind
        self.value = value


# What a choice ends.
ENDS_NOTHING: Final = 0
ENDS_PIECE: Final = 1  # what this piece does now
ENDS_PHASE: Final = 2  # a phase, a step, a sheet
ENDS_TURN: Final = 3


class Ending:
    """A choice by which something ends.  ``key`` names its text (table ``ending``): "End this troop", never a bare "Done"; ``count``
    is put into its ``{count}``, if it has one: "Give these 6 orders".
    ``unused`` is what would be left lying, as pairs (key of table ``unused``, how many): people are asked once when there is any."""

    def __init__(self, key: str, ends: int, unused: list[tuple[str, int]] | None = None, count: int = 0) -> None:
        self.key = key
        self.ends = ends
        self.unused: list[tuple[str, int]] = unused if unused is not None else []
        self.count = count


class Standing:
    """An answer a seat may give beforehand to every question of a prompt ("I help nobody this round"): ``key`` names its
    text (table ``always``).  It holds while ``Card.span`` of the prompt stays the same, and can be taken back at any time."""

    def __init__(self, key: str, prompt: str, action: Action) -> None:
        self.key = key
        self.prompt = prompt
        self.action = action


class Gesture:
    """Actions of one seat in a row that people see as one choice.  ``key`` names its text (table ``gesture``), filled with its
    operands like a verb's; ``ends`` says what it ends."""

    def __init__(self, key: str, kinds: str, operands: Action, actions: list[Action], ends: int = ENDS_NOTHING) -> None:
        self.key = key
        self.kinds = kinds.split()
        self.operands = operands
        self.actions = actions
        self.ends = ends


class Notation(ValueError):
    """Text that names no action; says what was read and what would be right."""


def is_number(text: str) -> bool:
    """Whether ``int`` reads this without complaint: a few plain digits ("²" is a digit, too, and thousands of them are no number)."""
    return text.isascii() and text.isdigit() and len(text) < 10


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(Generic[T, H, B]):
    """A player that is a program.  It gets what its seat gets, and nothing else."""

    def __init__(self, game: Game[T, H, B], seat: int, draw: Draw) -> None:
        self.game = game
        self.seat = seat
        self.draw = draw
        self.ledger = Ledger()  # open while somebody asks for reasons

    def hear(self, events: list[Event]) -> None:
        """Events this seat heard since its last decision, in order."""

    def decide(self, table: T, hand: H, offer: list[Action]) -> Action:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Card(Generic[T, H, B]):
    """Everything about a game but its rules: options, words, notation, drawing, bots."""

    name: str = ""

    def __init__(self) -> None:
        self.seats: list[int] = [2]  # possible numbers of seats; the first is the default
        self.rank = 100  # place on the front page: below 100 among the main games, in this order; others come after them by name
        self.shown = "text"  # by pages: as Card.draw does; "layout": see kit/layout.py; "own": web/src/boards/NAME or assets/board.js
        self.sides_named = False  # whether sides have names by which the rules call them, in place of those of the players
        self.players_option = ""  # an option that lists the names of the players, separated by commas
        self.short: list[str] = []  # examples of the short notation of gestures, if there is one
        self.options: list[Option] = []
        self.verbs: list[Shape] = []  # index = verb
        self.events: list[Shape] = []  # index = event kind
        self.bots: list[str] = []  # weakest first; "random" is known everywhere
        self.slips = 2  # of the decisions of "casual" one in so many is anything that is offered
        self.covered: list[str] = []  # prompts at which it is a secret of the seat how many answers it has
        self.fateful: list[str] = []  # prompts at which it is a secret of the seat whether the match goes on by its only answer
        self.confirmed: list[str] = []  # prompts by which people say that they have done something: nobody answers for them
        self.standings: list[Standing] = []  # answers that can be given beforehand
        self.history: dict[str, str] = {}  # "word" or "word kind" of events that leave nothing behind -> why: see check/heard.py
        self.traced = 0  # of how many imagined worlds in a hundred a history is found, if they are sound: see check/histories.py
        self.imposed: dict[str, str] = {}  # refusal keys by which a rule puts choices in an order -> its paragraph: see check/diamonds.py
        self.dependent: dict[str, str] = {}  # "verb verb", "verb operands" -> why the order of such choices, or operands, matters
        self.plans: list[str] = []  # verbs by which the game's bot carries out a plan that it has weighed as a whole
        self.bounds: Options = {}  # an end for matches between programs where the rules' defaults have none: see ``games.bounded``
        self.pages: list[str] = []  # what a person may ask for beside the drawing: legend, prices, where, ...

    def build(self, seats: int, options: Options) -> Game[T, H, B]:
        """The game with these settings (complete and checked by ``games.load``)."""
        raise NotImplementedError

    def trials(self) -> list[tuple[int, Options]]:
        """Settings that together reach every rule: what contract and fuzzer play."""
        return [(seats, {}) for seats in self.seats]

    def bot(self, name: str, game: Game[T, H, B], seat: int, draw: Draw) -> Bot[T, H, B]:
        raise NotImplementedError

    def breadth(self, game: Game[T, H, B]) -> int:
        """About how many actions one offer may have, reckoned from the settings alone, where they can be many more than in
        the trials; what else grows in a hand counts in their measure.  A server keeps room for them in every message, so that
        its length does not tell what a seat is offered."""
        return 0

    # words -------------------------------------------------------------------------

    def word(self, game: Game[T, H, B], table: T, kind: str, value: int) -> str:
        """How people write an operand, without spaces.  Override for names of places and pieces."""
        return str(value)

    def value(self, game: Game[T, H, B], table: T, kind: str, word: str) -> int:
        """The operand a word stands for; the inverse of ``word``.  Raises ValueError."""
        return int(word)

    def plain(self, text: str) -> str:
        """The same text with one word for each thing, where a game knows several sets of names: cases are compared so."""
        return text

    def pattern(self, kind: str) -> str:
        """How the words of a kind with very many values follow from them, for clients: ``grid 128 64`` writes v as
        ``q,r`` with q = v // 128 - 64 and r = v % 128 - 64; ``bits seat`` joins the words of the set bits with +; a ``turn 4096`` is
        an angle in parts of a full turn, which pages show as an arrow and degrees."""
        return ""

    def write(self, game: Game[T, H, B], table: T, action: Action) -> str:
        """An action in notation; ``parse`` reads it back."""
        shape = self.verbs[action[0]]
        words = [shape.word]
        for i in range(1, len(action)):
            words.append(self.word(game, table, operand_kind(shape, i - 1), action[i]))
        return " ".join(words)

    def parse(self, game: Game[T, H, B], table: T, text: str) -> Action:
        """The action a line of notation stands for; raises Notation."""
        words = text.split()
        known = [shape.word for shape in self.verbs]
        if not words or words[0] not in known:
            raise Notation("'" + text + "' starts with none of: " + ", ".join(known))
        verb = known.index(words[0])
        shape = self.verbs[verb]
        if not fits(shape, len(words) - 1):
            raise Notation("'" + text + "' should read: " + shape.word + " " + " ".join(shape.operands))
        action = [verb]
        for i in range(1, len(words)):
            kind = operand_kind(shape, i - 1)
            try:
                action.append(self.value(game, table, kind, words[i]))
            except ValueError:
                raise Notation("'" + words[i] + "' in '" + text + "' is no " + kind) from None
        return tuple(action)

    def event_words(self, game: Game[T, H, B], table: T, event: Event) -> list[str]:
        """The event's word, then its arguments as words: for logs, cases and catalogues."""
        shape = self.events[event.kind]
        words = [shape.word]
        for i in range(len(event.args)):
            words.append(self.word(game, table, operand_kind(shape, i), event.args[i]))
        return words

    def die(self, table: T, word: str) -> int:
        """The outcome of a draw as people say it: 1 to n by default."""
        return int(word) - 1

    def prompt(self, game: Game[T, H, B], table: T, hand: H) -> str:
        """Message key of the question a pending seat has to answer."""
        raise NotImplementedError

    def paragraph(self, game: Game[T, H, B], table: T, hand: H) -> str:
        """Number of the rulebook paragraph that governs the pending decision."""
        return ""

    def ending(self, game: Game[T, H, B], table: T, hand: H, action: Action) -> Ending | None:
        """What a legal action of a pending seat ends, under which name, and what would be left unused; None: nothing."""
        return None

    def span(self, game: Game[T, H, B], table: T, prompt: str) -> int:
        """A number that changes when a standing answer to a prompt ends, such as the round."""
        return 0

    def subjects(self, game: Game[T, H, B], table: T, hand: H) -> list[tuple[str, int]]:
        """Pieces and places (kind of operand, value) a pending seat may have gestures of: what a person would pick up first."""
        return []

    def gestures(self, game: Game[T, H, B], table: T, hand: H, kind: str, value: int) -> list[Gesture]:
        """What a pending seat can do with a piece or place in one go, best or most usual first; with an empty kind, what
        concerns the question as a whole.  From the seat's knowledge alone: see kit/gesture.py."""
        return []

    def gesture_length(self, game: Game[T, H, B], table: T, hand: H, actions: list[Action]) -> int:
        """How many of these actions, which the seat wants to play in a row, are one gesture of this game: as many as a person would
        do in one go.  Every gesture of ``gestures`` is recognised whole."""
        return 1

    def read_gesture(self, game: Game[T, H, B], table: T, hand: H, text: str) -> Gesture | None:
        """A gesture in the game's own short notation, such as ``4I a1 a2``; None when it is none.  Raises Notation when it
        nearly is one."""
        return None

    def odds(self, game: Game[T, H, B], table: T, hand: H, action: Action) -> list[Chance]:
        """What the dice may bring after a legal action of a pending seat, exactly and from the seat's knowledge alone;
        empty where no dice follow, or where they hang on what others will do."""
        return []

    def facts(self, game: Game[T, H, B], state: State[T, H, B], seat: int) -> list[Fact]:
        """What a seat would like to know, as it is in an imagined truth: only about what is hidden from it."""
        return []

    def shares(self, game: Game[T, H, B], table: T, hand: H) -> list[tuple[Fact, int, int]]:
        """Answers to some of these questions that the game can count: each holds in so many of so many equally likely worlds.  All
        answers to a question, or none; from the seat's knowledge alone, and as ``imagine`` would have it."""
        return []

    def standing(self, game: Game[T, H, B], state: State[T, H, B], seat: int) -> list[Measure]:
        """How a seat stands in an imagined truth: what people count who ask themselves whether they are winning."""
        return []

    def first_game(self) -> tuple[int, Options]:
        """Seats and options of a friendly first match: short, and with nothing a newcomer can do without."""
        return self.seats[0], {}

    def draw(self, game: Game[T, H, B], table: T, hand: H | None) -> str:
        """The table in text, with what a hand adds to it; None draws for an onlooker.
        Rich markup such as [red]...[/red] is allowed; a literal [ is written as \\[."""
        raise NotImplementedError

    def layout(self, game: Game[T, H, B]) -> Layout | None:
        """Where places lie, the same for the whole match, for a card that is ``shown`` as "layout"."""
        return None

    def lying(self, game: Game[T, H, B], table: T, hand: H | None) -> list[Lying]:
        """What lies where, with what a hand adds to it; None shows it to an onlooker.  Later ones lie above."""
        return []

    def page(self, game: Game[T, H, B], table: T, hand: H | None, topic: str, words: list[str]) -> str:
        """One of ``pages`` in text, from a seat's knowledge alone; the words narrow it down ("routes pell").  Markup as in ``draw``.
        Raises ValueError for words that name nothing."""
        raise ValueError("this game has no page '" + topic + "'")

    # tools -------------------------------------------------------------------------

    def place(self, game: Game[T, H, B], state: State[T, H, B], line: str) -> None:
        """Change a position by one line of the game's notation ("given" in a rule case)."""
        raise ValueError("this game has no notation for positions")

    def look(self, game: Game[T, H, B], table: T, hand: H | None, query: str) -> str:
        """A part of the table, or of a hand, as people say it ("look" in a rule case; the board's
        measuring queries).  Answers from the seat's knowledge alone."""
        raise ValueError("this game answers no queries")

    def doctor(self, source: str) -> list[Remark]:
        """What is wrong or unusual with a board or scenario given as text."""
        raise ValueError("this game has no boards to examine")

    def inspect(self, seats: int, options: Options) -> list[Remark]:
        """What is wrong or unusual with a whole set of options (complete): what the editor shows while one is designed.
        What ``build`` refuses need not be repeated here, but a remark can say where it is."""
        return []


def operand_kind(shape: Shape, index: int) -> str:
    last = len(shape.operands) - 1
    if index > last and (last < 0 or not shape.operands[last].endswith("*")):
        raise ValueError("'" + shape.word + "' takes " + str(last + 1) + " operands")
    return shape.operands[min(index, last)].rstrip("*")


def fits(shape: Shape, count: int) -> bool:
    """Whether a number of operands is right for a shape."""
    if shape.operands and shape.operands[-1].endswith("*"):
        return count >= len(shape.operands) - 1
    return count == len(shape.operands)
