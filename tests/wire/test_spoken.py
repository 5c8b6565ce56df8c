"""Whatever the page may have to say, it can say in every language: prompts, refusals, words."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sandtable import bots, games
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.server.errors import STATUS_KEYS
from sandtable.wire.catalogue import LANGUAGES, catalogue

STEPS = 80


@pytest.mark.parametrize("name", games.names())
def test_catalogues_have_the_same_keys(name: str) -> None:
    first = catalogue(name, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = catalogue(name, language)
        assert set(other) == set(first)
        for table, texts in first.items():
            if table == "word":  # a word that reads well as it is written needs no text
                assert set(texts) <= set(other[table]), (language, table)
            else:
                assert set(other[table]) == set(texts), (language, table)


@pytest.mark.parametrize("name", games.names())
def test_every_prompt_has_a_coach_line_and_every_game_a_guide(name: str) -> None:
    for language in LANGUAGES:
        texts = catalogue(name, language)
        assert set(texts["coach"]) == set(texts["prompt"]), language
        assert [str(number) for number in range(1, len(texts["guide"]) + 1)] == sorted(texts["guide"]) and len(texts["guide"]) >= 3
        assert all(len(text) > 20 for text in (*texts["coach"].values(), *texts["guide"].values()))


@pytest.mark.parametrize("name", games.names())
def test_every_refusal_written_in_the_rules_has_a_text(name: str) -> None:
    """All keys that functions about refusals can return, themselves or by those they hand the question to, whether random play
    meets them or not."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    for path in games.folder(name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                functions.setdefault(node.name, []).append(node)
    asked = [found for found in functions if "refus" in found]
    found: set[str] = set()
    for function in asked:  # grows while it is read
        for node in functions[function]:
            if not (isinstance(node.returns, ast.Name) and node.returns.id == "str"):
                continue
            for value in answers(node):
                found.update(texts_in(value))
                asked += [called for called in calls_in(value) if called in functions and called not in asked]
    found.discard("")
    assert len(found) >= 3
    for language in LANGUAGES:
        assert not found - set(catalogue(name, language)["refusal"]), language


def answers(function: ast.FunctionDef) -> list[ast.expr]:
    """What a function returns, and what it puts into a variable that it returns."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    names = {value.id for value in returned if isinstance(value, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id in names for target in node.targets):
            returned.append(node.value)
    return returned


def texts_in(value: ast.expr) -> set[str]:
    """Constant answers of an expression: of a choice both branches, but not what is only compared."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return {value.value}
    if isinstance(value, ast.IfExp):
        return texts_in(value.body) | texts_in(value.orelse)
    if isinstance(value, ast.BoolOp):
        return {text for part in value.values for text in texts_in(part)}
    return set()


def calls_in(value: ast.expr) -> list[str]:
    if isinstance(value, ast.IfExp):
        return calls_in(value.body) + calls_in(value.orelse)
    if isinstance(value, ast.BoolOp):
        return [name for part in value.values for name in calls_in(part)]
    if isinstance(value, ast.Call):
        return [value.func.id] if isinstance(value.func, ast.Name) else [value.func.attr] if isinstance(value.func, ast.Attribute) else []
    return []


def test_every_error_of_the_server_has_a_text_of_the_page() -> None:
    """All keys of answers that are errors, as the source names them; a key put together at run time would fail here."""
    root = Path(__file__).parents[2]
    source = "\n".join(path.read_text(encoding="utf-8") for path in (root / "src/sandtable/server").rglob("*.py"))
    raised = set(re.findall(r'(?:Problem|Error|Refusal)\(\s*(?:\d+,\s*)?"([a-z-]+)"', source))
    raised |= {f"no-such-{what}" for what in re.findall(r'not_found\("([a-z-]+)"\)', source)}
    raised |= set(STATUS_KEYS.values())
    assert len(raised) > 70
    common = set(catalogue("picket", "en")["refusal"])
    for language in LANGUAGES:
        page = (root / f"web/src/texts/{language}.ts").read_text(encoding="utf-8")
        told = set(re.findall(r'"error\.([a-z-]+)":', page))
        assert raised <= told | common, (language, raised - told - common)


@pytest.mark.parametrize("name", games.names())
def test_the_first_game_is_playable_and_short(name: str) -> None:
    seats, options = games.card(name).first_game()
    game = games.load(name, seats, options)
    match = Match(game, Draw(1), loud=False)
    players = [bots.make(bots.names(name)[-1], game, seat, 1) for seat in range(game.seats)]
    for _ in range(3000):
        if finished(match.state):
            return
        seat = match.state.table.pending[0]
        hand = match.state.hands[seat]
        match.play(seat, players[seat].decide(match.state.table, hand, game.actions(match.state.table, hand)))
    raise AssertionError("a first game ends within 3000 decisions")


@pytest.mark.parametrize("name", games.names())
def test_prompts_and_refusals_met_in_play_have_texts(name: str) -> None:
    """Random play under every trial setting, with wrong actions thrown in at every step."""
    card = games.card(name)
    prompts: set[str] = set()
    refusals: set[str] = set()
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        match, draw = Match(game, Draw(number + 1), loud=False), Draw(number + 77)
        for _ in range(STEPS):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[draw.below(len(table.pending))]
            hand = match.state.hands[seat]
            prompts.add(card.prompt(game, table, hand))
            offer = game.actions(table, hand)
            for _ in range(6):
                verb = draw.below(len(card.verbs))
                wrong = (verb, *[draw.below(70) - 1 for _ in range(len(card.verbs[verb].operands))])
                refusals.add(game.refusal(table, hand, wrong))
            match.play(seat, offer[draw.below(len(offer))])
    refusals.discard("")
    for language in LANGUAGES:
        texts = catalogue(name, language)
        assert not prompts - set(texts["prompt"]), language
        assert not refusals - set(texts["refusal"]), language
