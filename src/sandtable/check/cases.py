"""Rule cases: data files a player can read and write, each citing a paragraph of the rulebook.

docs/rule-cases.md describes the format.  A file holds several cases; each is a list of statements
that are carried out in order.  A failing one is named with its line, what was expected and found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.game import Draw
from sandtable.core.match import Match, Refused, finished, result
from sandtable.kit.card import Options
from sandtable.wire import notation
from sandtable.wire.notation import UMPIRE_VERBS, audience_words
from sandtable.wire.plain import attributes, dump_state, encode
from sandtable.wire.scripted import ScriptedDraw

UNTIL_LIMIT = 20_000


class BadCase(ValueError):
    """A statement that cannot be understood; says what would be right."""


@dataclass
class Statement:
    line: int
    word: str
    rest: str


@dataclass
class Case:
    game: str
    path: Path
    line: int
    title: str
    rules: list[str] = field(default_factory=list)
    seats: int | None = None
    options: Options = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)


@dataclass
class Failure:
    case: Case
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.case.path}:{self.line}: {self.case.title}: {self.text}"


# reading ---------------------------------------------------------------------------------


def read_file(path: Path, game: str) -> list[Case]:
    """All cases of a file.  A line ``game NAME`` before the first case overrides the folder's game."""
    found: list[Case] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.split(" #")[0].strip() if not raw.lstrip().startswith("#") else ""
        if not line:
            continue
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "case":
            found.append(Case(game, path, number, rest))
        elif word == "game" and not found:
            game = rest
        elif not found:
            raise BadCase(f"{path}:{number}: '{word}' before the first 'case'")
        else:
            _add(found[-1], number, word, rest)
    return found


def _add(case: Case, number: int, word: str, rest: str) -> None:
    if word == "rule":
        case.rules += rest.replace(",", " ").split()
    elif word == "seats":
        case.seats = int(rest)
    elif word == "option":
        key, _, value = rest.partition("=")
        case.options[key.strip()] = value.strip().replace("\\n", "\n")
    elif word in STATEMENTS:
        case.statements.append(Statement(number, word, rest))
    else:
        raise BadCase(f"{case.path}:{number}: no statement '{word}'" + games.did_you_mean(word, sorted(STATEMENTS)))


def case_folder(name: str) -> Path:
    """Where the cases of a game lie: in its own folder."""
    return games.folder(name) / "cases"


def collect(target: str | None) -> list[Case]:
    """The cases of a game, of a file or folder, or (None) of every game."""
    if target is None:
        return [case for name in games.names() for case in collect(name)]
    if target in games.names():
        return [case for path in sorted(case_folder(target).rglob("*.case")) for case in read_file(path, target)]
    path = Path(target)
    if not path.exists():
        raise games.Unknown(f"'{target}' is neither a game nor a file" + games.did_you_mean(target, games.names()))
    paths = sorted(path.rglob("*.case")) if path.is_dir() else [path]
    return [case for one in paths for case in read_file(one, _game_of(one))]


def _game_of(path: Path) -> str:
    """The game a case file belongs to, by the folders above it."""
    for part in reversed(path.resolve().parts):
        if part in games.names():
            return part
    return ""


# running ---------------------------------------------------------------------------------


class _CaseDraw(ScriptedDraw):
    """Scripted, and after ``dice any`` seeded."""

    def __init__(self) -> None:
        super().__init__()
        self.seeded: Draw | None = None

    def below(self, n: int) -> int:
        if self.seeded is not None and not self.queue:
            return self.seeded.below(n)
        return super().below(n)


class Run:
    """A case under way."""

    def __init__(self, case: Case) -> None:
        if case.game not in games.names():
            raise BadCase("the case names no game: put 'game NAME' on the first line of its file")
        self.card = games.card(case.game)
        self.game = games.load(case.game, case.seats, case.options)
        self.dice = _CaseDraw()
        # dice thrown during set-up come before any other statement
        for statement in case.statements:
            if statement.word != "dice":
                break
            self.carry_out(statement)
        self.match = Match(self.game, self.dice)
        self.news = self.match.state.news

    @property
    def table(self) -> Any:
        return self.match.state.table

    def carry_out(self, statement: Statement) -> None:
        STATEMENTS[statement.word](self, statement.rest, statement.line)

    def seat(self, word: str) -> int:
        if not word.isdigit() or int(word) >= self.game.seats:
            raise BadCase(f"'{word}' is no seat; seats are 0 to {self.game.seats - 1}")
        return int(word)

    def split(self, rest: str) -> tuple[int, str]:
        word, _, text = rest.partition(" ")
        return self.seat(word), text.strip()


def run(case: Case) -> Failure | None:
    """Carry out a case; None when all holds."""
    line = case.line
    try:
        under_way = Run(case)
        leading = True
        for statement in case.statements:
            line = statement.line
            leading = leading and statement.word == "dice"
            if not leading:
                under_way.carry_out(statement)
        if under_way.dice.queue:
            return Failure(case, line, f"{len(under_way.dice.queue)} scripted dice were never rolled")
    except (AssertionError, ValueError, LookupError) as error:
        return Failure(case, line, str(error) or type(error).__name__)
    if not case.statements:
        return Failure(case, case.line, "the case states nothing")
    return None


def _given(run: Run, rest: str, line: int) -> None:
    run.card.place(run.game, run.match.state, rest)


def _do(run: Run, rest: str, line: int) -> None:
    seat, text = run.split(rest)
    action = notation.parse(run.game, run.table, text)
    try:
        run.news = run.match.submit(seat, run.match.state.hands[seat].asked, action)
    except Refused as refused:
        raise BadCase(f"'{text}' of seat {seat} is refused: {refused}" + _awaited(run)) from None
    run.game.audit(run.match.state)


def _refuse(run: Run, rest: str, line: int) -> None:
    text, _, key = rest.rpartition(" : ")
    if not text:
        raise BadCase("write: refuse SEAT NOTATION : KEY")
    seat, text = run.split(text)
    before = encode(dump_state(run.match.state))
    try:
        run.match.submit(seat, run.match.state.hands[seat].asked, notation.parse(run.game, run.table, text))
    except Refused as refused:
        assert str(refused) == key.strip(), f"expected refusal '{key.strip()}', found '{refused}'"
    else:
        raise AssertionError(f"expected refusal '{key.strip()}', but '{text}' was accepted")
    assert encode(dump_state(run.match.state)) == before, "the refused action changed something"


def _call(run: Run, rest: str, line: int) -> None:
    seat, word = run.split(rest)
    verbs = {name: verb for verb, name in UMPIRE_VERBS.items()}
    if word not in verbs:
        raise BadCase(f"no umpire verb '{word}'" + games.did_you_mean(word, sorted(verbs)))
    run.news = run.match.call(seat, verbs[word])


def _dice(run: Run, rest: str, line: int) -> None:
    if rest == "any":
        run.dice.seeded = Draw(line)
        return
    table = run.match.state.table if hasattr(run, "match") else run.game.setup().table
    run.dice.queue += [(run.card.die(table, word), f"line {line}") for word in rest.split()]


def _until(run: Run, rest: str, line: int) -> None:
    for _ in range(UNTIL_LIMIT):
        prompts = [run.card.prompt(run.game, run.table, run.match.state.hands[seat]) for seat in run.table.pending]
        if rest in prompts or (rest == "over" and not prompts):
            return
        if not prompts:
            break
        seat = run.table.pending[0]
        run.news = run.match.play(seat, run.game.actions(run.table, run.match.state.hands[seat])[0])
    raise AssertionError(f"no seat was asked '{rest}'")


def _awaits(run: Run, rest: str, line: int) -> None:
    expected = [] if rest == "nobody" else [run.seat(word) for word in rest.split()]
    assert run.table.pending == expected, f"expected {rest} awaited, found {run.table.pending or 'nobody'}"


def _prompt(run: Run, rest: str, line: int) -> None:
    left, right = _equation(rest)
    found = run.card.prompt(run.game, run.table, run.match.state.hands[run.seat(left)])
    assert found == right, f"expected prompt '{right}', found '{found}'"


def _table(run: Run, rest: str, line: int) -> None:
    _compare(run.table, rest)


def _hand(run: Run, rest: str, line: int) -> None:
    seat, text = run.split(rest)
    _compare(run.match.state.hands[seat], text)


def _look(run: Run, rest: str, line: int) -> None:
    left, right = _equation(rest)
    who, _, query = left.partition(" ")
    hand = None if who == "all" else run.match.state.hands[run.seat(who)]
    found = run.card.look(run.game, run.table, hand, query.strip())
    assert run.card.plain(found) == run.card.plain(right), f"expected '{right}', found '{found}'"


def _offer(run: Run, rest: str) -> tuple[Any, list[Any], str]:
    seat, text = run.split(rest)
    assert seat in run.table.pending, f"seat {seat} is not awaited" + _awaited(run)
    offer = run.game.actions(run.table, run.match.state.hands[seat])
    return notation.parse(run.game, run.table, text), offer, text


def _offers(run: Run, rest: str, line: int) -> None:
    action, offer, text = _offer(run, rest)
    assert action in offer, f"expected '{text}' in the offer, found {_listed(run, offer)}"


def _lacks(run: Run, rest: str, line: int) -> None:
    action, offer, text = _offer(run, rest)
    assert action not in offer, f"expected no '{text}' in the offer, found {_listed(run, offer)}"


def _choices(run: Run, rest: str, line: int) -> None:
    left, right = _equation(rest)
    offer = run.game.actions(run.table, run.match.state.hands[run.seat(left)])
    assert len(offer) == int(right), f"expected {right} choices, found {len(offer)}: {_listed(run, offer)}"


def _heard(run: Run, rest: str, line: int) -> None:
    assert run.card.plain(rest) in [run.card.plain(news) for news in _news(run)], f"expected event '{rest}', found {_news(run) or 'none'}"


def _unheard(run: Run, rest: str, line: int) -> None:
    who, _, text = run.card.plain(rest).partition(" ")
    seats = range(run.game.seats) if who == "all" else [run.seat(who)]
    for event in run.news:
        words = run.card.plain(" ".join(notation.event_words(run.game, run.table, event)))
        for seat in seats:
            heard = event.audience >> seat & 1 and (words == text or words.startswith(text + " "))
            assert not heard, f"expected seat {seat} not to hear '{text}', but it heard '{words}'"


def _scores(run: Run, rest: str, line: int) -> None:
    expected = [int(word) for word in rest.lstrip("= ").split()]
    assert finished(run.match.state), "the match is not over" + _awaited(run)
    found = result(run.game, run.table)
    assert found == expected, f"expected scores {expected}, found {found}"


STATEMENTS = {
    "given": _given,
    "do": _do,
    "refuse": _refuse,
    "call": _call,
    "dice": _dice,
    "until": _until,
    "awaits": _awaits,
    "prompt": _prompt,
    "table": _table,
    "hand": _hand,
    "look": _look,
    "offers": _offers,
    "lacks": _lacks,
    "choices": _choices,
    "heard": _heard,
    "unheard": _unheard,
    "scores": _scores,
}


def _awaited(run: Run) -> str:
    return f"; awaited: {run.table.pending or 'nobody'}"


def _listed(run: Run, offer: list[Any]) -> str:
    words = [notation.write(run.game, run.table, action) for action in offer[:30]]
    return ", ".join(words) + (f" and {len(offer) - 30} more" if len(offer) > 30 else "")


def _news(run: Run) -> list[str]:
    return [
        audience_words(event.audience, run.game.seats) + " " + " ".join(notation.event_words(run.game, run.table, event))
        for event in run.news
    ]


def _equation(rest: str) -> tuple[str, str]:
    left, sign, right = rest.partition("=")
    if not sign:
        raise BadCase(f"'{rest}' lacks '= value'")
    return left.strip(), right.strip()


def _compare(thing: Any, rest: str) -> None:
    path, right = _equation(rest)
    found = _follow(thing, path)
    if isinstance(found, list):
        shown = " ".join(str(item) for item in found)
    else:
        shown = str(found)
    assert shown == " ".join(right.split()), f"expected {path} = {right}, found {shown}"


def _follow(thing: Any, path: str) -> Any:
    """An attribute, and indices into it: ``grid[2][1]``."""
    name, *indices = path.replace("]", "").split("[")
    if name not in attributes(thing):
        raise BadCase(f"no '{name}' here" + games.did_you_mean(name, attributes(thing)))
    found = getattr(thing, name)
    for index in indices:
        found = found[int(index)]
    return found
