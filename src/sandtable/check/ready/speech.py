"""Whatever may have to be said to people, it can be said in every language."""

from __future__ import annotations

from typing import Any

from sandtable import bots, games
from sandtable.bots import study
from sandtable.check.ready.reading import reasons_written, refusals_written
from sandtable.core.game import Draw
from sandtable.core.match import Match, finished
from sandtable.kit.card import Shape, operand_kind
from sandtable.wire import catalogue as texts_of
from sandtable.wire import record
from sandtable.wire.catalogue import LANGUAGES, catalogue
from sandtable.wire.handout import handout, schema

SPOKEN = 80  # decisions of each trial in which prompts and refusals are met
WRITTEN = 250  # and words of operands
CHANCES = 60  # and chances and facts
SHORTEST = 20  # signs of a line that explains something
PAGES = 3  # of the guide: goal, board, turn


def check_words(name: str) -> None:
    """Verbs, events, options and choices have their texts."""
    for language in LANGUAGES:
        gaps = texts_of.missing(name, language)
        assert not gaps, f"texts/{language}.toml has no {', '.join(gaps)}"
    keys = [option["key"] for option in schema(name)["options"]]
    assert keys == [option.key for option in games.card(name).options]


def check_languages(name: str) -> None:
    """The same keys with the same places to fill; a word that reads well as it is written needs no text in English."""
    first = catalogue(name, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = catalogue(name, language)
        assert set(other) == set(first), f"tables that only one of {LANGUAGES[0]} and {language} has: {sorted(set(other) ^ set(first))}"
        for table, texts in first.items():
            different = set(texts) - set(other[table]) if table == "word" else set(texts) ^ set(other[table])
            assert not different, f"[{table}] differs between {LANGUAGES[0]} and {language}: {', '.join(sorted(different))}"
            for key in texts:
                assert _places(texts[key]) == _places(other[table][key]), f"[{table}] {key} has other places to fill in {language}"


def _places(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


def check_guide(name: str) -> None:
    """A coach line for every prompt, and pages at the beginning of the first game."""
    for language in LANGUAGES:
        texts = catalogue(name, language)
        gaps = sorted(set(texts["coach"]) ^ set(texts["prompt"]))
        assert not gaps, f"{language}: [coach] and [prompt] do not name the same questions: {', '.join(gaps)}"
        numbers = [str(number) for number in range(1, len(texts["guide"]) + 1)]
        assert sorted(texts["guide"]) == sorted(numbers) and len(numbers) >= PAGES, (
            f"{language}: [guide] has pages {', '.join(texts['guide'])}; it needs {PAGES} at least, numbered from 1"
        )
        for table in ("coach", "guide"):
            short = [key for key, text in texts[table].items() if len(text) <= SHORTEST]
            assert not short, f"{language}: [{table}] {', '.join(short)} explains nothing in so few words"


def check_refusals(name: str) -> None:
    """Every key that functions about refusals can return has its text, whether play meets it or not."""
    found = refusals_written(games.folder(name))
    for language in LANGUAGES:
        gaps = sorted(found - set(catalogue(name, language)["refusal"]))
        assert not gaps, f"{language}: [refusal] has no {', '.join(gaps)}"


def check_prompts(name: str) -> None:
    """Random play under every trial setting, with wrong actions thrown in at every step."""
    card = games.card(name)
    prompts: set[str] = set()
    refusals: set[str] = set()
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        match, draw = Match(game, Draw(number + 1), loud=False), Draw(number + 77)
        for _ in range(SPOKEN):
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
    assert refusals, "nothing is ever refused: Game.refusal says why an action is not allowed"
    for language in LANGUAGES:
        texts = catalogue(name, language)
        for table, met in (("prompt", prompts), ("refusal", refusals)):
            gaps = sorted(met - set(texts[table]))
            assert not gaps, f"{language}: [{table}] has no {', '.join(gaps)}"


def check_handout(name: str) -> None:
    """Every operand offered or told under every trial setting, or kept in a record, is written by clients as the card writes it."""
    card = games.card(name)
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        sheet = handout(game, options)
        begun, match, choice = game.setup().table, Match(game, Draw(number + 3)), Draw(number + 4)
        players = [bots.make(bots.names(name)[-1], game, seat, number) for seat in range(game.seats)]
        for step in range(WRITTEN):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[0]
            offer = game.actions(table, match.state.hands[seat])
            for action in (*offer[:20], *offer[-20:]):
                _same_words(game, begun, sheet, card.verbs[action[0]], action[1:])
            wild = step % 5 == 0  # bots alone keep to few paths
            action = offer[choice.below(len(offer))] if wild else players[seat].decide(table, match.state.hands[seat], offer)
            for event in match.play(seat, action):
                _same_words(game, begun, sheet, card.events[event.kind], event.args if event.kind >= 0 else ())
    for path in sorted((games.folder(name) / "records").glob("*.jsonl")):
        kept = record.read(path.read_text(encoding="utf-8"))
        game = kept.load_game()
        begun, sheet = game.setup().table, handout(game, kept.options)
        for seat, action in kept.inputs:
            if seat >= 0 and action[0] >= 0:
                _same_words(game, begun, sheet, card.verbs[action[0]], action[1:])


def _same_words(game: games.AnyGame, table: Any, sheet: Any, shape: Shape, operands: tuple[int, ...]) -> None:
    for i, value in enumerate(operands):
        kind = operand_kind(shape, i)
        here, there = games.card(game.name).word(game, table, kind, value), written(sheet, kind, value)
        assert here == there, f"{kind} {value} is '{here}' for the card and '{there}' for a page"


def written(sheet: Any, kind: str, value: int) -> str:
    """As web/src/boards/kit/words.ts does it."""
    listed = sheet["words"].get(kind, {}).get(str(value))
    if listed is not None:
        return str(listed)
    pattern = sheet["patterns"].get(kind)
    if pattern and pattern[0] == "bits":
        return "+".join(written(sheet, pattern[1], bit) for bit in range(sheet["seats"]) if (value >> bit) & 1)
    if pattern and pattern[0] == "turn":
        return str(value)  # notation; pages say an arrow and degrees
    if pattern:
        return f"{value // pattern[1] - pattern[2]},{value % pattern[1] - pattern[2]}"
    start, prefix, shift = sheet["counting"].get(kind, (1 << 62, "", 0))
    return f"{prefix}{value + int(shift)}" if value >= int(start) else str(value)


def check_pages(name: str) -> None:
    """What a person may ask for beside the drawing can be read, by players and onlookers; a legend is among it."""
    card = games.card(name)
    game = games.load(name, None, games.complete(card, {}))
    state = game.setup()
    assert "legend" in card.pages, "Card.pages has no 'legend': what the signs of Card.draw mean"
    for topic in card.pages:
        for hand in (state.hands[0], None):
            assert card.page(game, state.table, hand, topic, []).strip(), f"page '{topic}' is empty"


def check_chances(name: str) -> None:
    """Over every trial setting: shares are shares, and every key of a chance or a fact can be said in every language."""
    card = games.card(name)
    keys: dict[str, set[str]] = {"odds": set(), "notebook": set()}
    for number, (seats, options) in enumerate(card.trials()):
        game = games.load(name, seats, options)
        match, draw = Match(game, Draw(number + 1), loud=False), Draw(number + 50)
        for step in range(CHANCES):
            if finished(match.state):
                break
            table = match.state.table
            seat = table.pending[draw.below(len(table.pending))]
            hand = match.state.hands[seat]
            offer = game.actions(table, hand)
            for action in offer[:: max(1, len(offer) // 10)]:
                for chance in study.chances(game, table, hand, action):
                    keys["odds"].add(chance["key"])
                    assert chance["mean"] or 0 <= chance["share"] <= 1, f"a share of {chance['share']} of '{chance['key']}'"
            if step % 6 == 0:
                for fact in card.facts(game, game.imagine(table, hand, draw), seat):
                    keys["notebook"].add(fact.key)
                    if fact.kind == "own":
                        keys["notebook"].add(f"{fact.key}-{fact.value}")
            match.play(seat, offer[draw.below(len(offer))])
    for language in LANGUAGES:
        for table_name, found in keys.items():
            gaps = sorted(found - set(catalogue(name, language)[table_name]))
            assert not gaps, f"{language}: [{table_name}] has no {', '.join(gaps)}"


def check_reasons(name: str) -> None:
    """Every key a bot writes down has its text, and every measure of how one stands; and no standing has a text for nothing."""
    reasons, measures, hidden = reasons_written(games.folder(name))
    assert not hidden, "a key that is not written out cannot be checked: " + "; ".join(hidden)
    for language in LANGUAGES:
        texts = catalogue(name, language)
        gaps = sorted(reasons - set(texts["reason"]))
        assert not gaps, f"{language}: [reason] has no {', '.join(gaps)}"
        gaps = sorted(measures ^ set(texts["standing"]))
        assert not gaps, f"{language}: [standing] and the measures of the card differ: {', '.join(gaps)}"
