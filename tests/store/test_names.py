"""Names that look alike have one skeleton; names of several alphabets are known."""

from __future__ import annotations

import pytest

from sandtable.store.names import is_reserved, mixed, skeleton, visible

CYRILLIC_BERT = "\u0412\u0435rt"  # Cyrillic Ve and Ie
BOTS = frozenset({"greedy", "random"})


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Bert", CYRILLIC_BERT),
        ("Pace", "\u0420\u0430\u0441\u0435"),  # all of it Cyrillic
        ("CAT", "\u0421\u0410\u0422"),
        ("Noe", "\u039d\u039f\u0395"),  # Greek
        ("soup", "\u054f\u0585\u057d\u0440"),  # Armenian, and a Cyrillic er
        ("Bert", "\uff22\uff45\uff52\uff54"),  # full width
        ("Bert", "\U0001d4d1\U0001d4ee\U0001d4fb\U0001d4fd"),  # mathematical
        ("Bert", "\u0299\u1d07\u0280\u1d1b"),  # small capitals
        ("Bill", "BiIl"),
        ("Ilse", "1lse"),
        ("Twin", "Tw1n"),
        ("Bob", "B0b"),
        ("Marnie", "Mamie"),
        ("Anna", "An\u200bna"),
        ("Anna", "Anna."),
        ("Anna", " _Anna_ "),
        ("Anna", "Anna\u3164"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Anna7", "Anna\u0667"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Anna", "Hanna"), ("Jos\u00e9", "Jose"), ("Anna1", "Anna2"), ("!", "?"), ("\U0001f3b2", "\U0001f600")],
)
def test_names_that_do_not(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_alphabets() -> None:
    for name in (
        "Anna 2",
        "Zoë",
        "\u0410\u043d\u043d\u0430",
        "\u0395\u03bb\u03ad\u03bd\u03b7",
        "\u5c71\u7530 Yamada",
        "\ud55c\uad6d Kim",
        "\u30d4\u30ab",
    ):
        assert mixed(name) == [], name
    assert mixed(CYRILLIC_BERT) == ["CYRILLIC", "LATIN"]
    assert mixed("\u03a9mega") == ["GREEK", "LATIN"] and mixed("\u05d0nna") == ["HEBREW", "LATIN"]


def test_words_of_the_house() -> None:
    for name in ("deleted", "DELETED", "Adm1n", "AdmIn", "Sand Table", "greedy", "Gr\u0435\u0435dy", "Greedy for Ann", "rand0m FOR x"):
        assert is_reserved(name, BOTS), name
    for name in ("Anna", "Anna for ever", "Greta", "Adele"):
        assert not is_reserved(name, BOTS), name
    assert not is_reserved("greedy")


def test_what_is_not_seen_is_not_there() -> None:
    assert visible("a\u202eb\u2066c\u0007d\u00ad") == "a b c d"
    assert visible("e" + "\u0301" * 30) == "\u00e9\u0301\u0301"
