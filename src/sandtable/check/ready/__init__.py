"""What the suite asks of a game beside the contract, in one place: ``sandtable ready GAME`` and the tests call the same.

A demand is a function that is given a game's name and raises AssertionError with words a person can act on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sandtable import games
from sandtable.check import contract
from sandtable.check.ready import folder, minds, speech

Check = Callable[[str], None]
SEEDS = 2  # per trial and check of the contract, as tests/contract plays them compiled


@dataclass(frozen=True)
class Demand:
    key: str
    check: Check
    how: str  # how to make what is missing; {game} and {folder} are filled in
    rules: bool = False  # holds for the rules themselves, so it is tried with the compiled ones as well


DEMANDS = [
    Demand("cases", folder.check_cases, "{folder}/cases/*.case: docs/rule-cases.md has the format; sandtable cases {game} runs them", True),
    Demand("coverage", folder.check_coverage, "write a case that cites the paragraph: sandtable cases --coverage {game}"),
    Demand("paragraphs", folder.check_paragraphs, "Card.paragraph names a paragraph **4.2** of {folder}/rulebook.md"),
    Demand("records", folder.check_records, "sandtable keep {game} plays and writes records/ and perft.toml anew", True),
    Demand("perft", folder.check_perft, "if the rules were meant to change: sandtable perft {game} --write", True),
    Demand("memory", folder.check_memory, "keep nothing in modules and classes: what a seat knows lies in its hand"),
    Demand("first game", folder.check_first_game, "Card.first_game: seats and options of a short match"),
    Demand("words", speech.check_words, "{folder}/texts/en.toml and de.toml: tables verb, event, option, help, choice; title, blurb"),
    Demand("languages", speech.check_languages, "{folder}/texts: the same keys and the same {{places}} in every language"),
    Demand("guide", speech.check_guide, "{folder}/texts: [guide] with 1, 2, 3 and a line of [coach] for every prompt"),
    Demand("refusals", speech.check_refusals, "{folder}/texts: table [refusal]"),
    Demand("prompts", speech.check_prompts, "{folder}/texts: tables [prompt] and [refusal]"),
    Demand("handout", speech.check_handout, "Card.word must answer from the settings alone: the same for every table of the match"),
    Demand("pages", speech.check_pages, "Card.pages has 'legend' at least, and Card.page answers each"),
    Demand("chances", speech.check_chances, "{folder}/texts: tables [odds] and [notebook]"),
    Demand("reasons", speech.check_reasons, "{folder}/texts: tables [reason] and [standing]"),
    Demand("levels", minds.check_levels, "Card.bots, and Card.bot that plays better than chance; Card.slips says how much worse casual is"),
    Demand("ledger", minds.check_ledger, "Bot.ledger: weigh each action, count what is added, and choose the greatest sum"),
    Demand("closed ledger", minds.check_closed_ledger, "a bot decides by what it gets, not by whether its ledger is open"),
    Demand("hints", minds.check_hints, "Card.standing has a Measure, and the bot counts its reasons in its ledger"),
    Demand("belief", minds.check_stubborn, "Card.facts asks what is hidden, of several things or for long enough; more trials help"),
    Demand("twin answers", minds.check_twin_answers, "odds, facts, standing and bots answer from table and hand alone"),
]


def demand(key: str) -> Demand:
    return next(each for each in DEMANDS if each.key == key)


def contract_of(name: str) -> Iterator[Demand]:
    """The contract as demands: each check over every trial."""
    for check in contract.CHECKS:

        def run(name: str, check: contract.Check = check) -> None:
            for trial, (seats, options) in enumerate(games.card(name).trials()):
                for seed in range(SEEDS):
                    try:
                        check(games.load(name, seats, options), seed + 100 * trial)
                    except Exception as error:
                        raise AssertionError(f"seed {seed + 100 * trial}, {seats} seats, {options}: {error}") from error

        yield Demand("contract: " + check.__name__[6:], run, "sandtable contract {game} --only " + check.__name__[6:])


def everything(name: str) -> list[Demand]:
    """All that the suite asks of a game, in the order in which it is best mended."""
    return [*DEMANDS, *contract_of(name)]


def met(name: str, one: Demand) -> str:
    """Empty if the game meets a demand; else what is missing, in words."""
    try:
        one.check(name)
    except Exception as error:  # whatever breaks is missing
        text = str(error)
        return text if isinstance(error, AssertionError) and text else f"{type(error).__name__}: {text}"
    return ""


def how(name: str, one: Demand) -> str:
    return one.how.format(game=name, folder=games.folder(name))
