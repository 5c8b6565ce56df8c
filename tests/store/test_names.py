"""Names that look alike have one skeleton; names of several alphabets are known."""

from __future__ import annotations

import pytest

from sandtable.store.names import is_reserved, mixed, skeleton, strange, visible

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
        ("Mika", "Mi\u0307ka"),  # the second dot of a letter that has one
        ("Mika", "Mi\u0307\u0307ka"),
        ("Mika", "M\u0130ka"),
        ("Anja", "Anj\u0307a"),
        ("M\u1ecbka", "Mi\u0323\u0307ka"),  # a mark of another place between them
        ("\u0218tefan", "\u015etefan"),  # comma below, cedilla
        ("Anna", "\U0001f170nna"),  # a letter in a box
        ("Dora", "\u0256ora"),
        ("Max", "Ma\u00d7"),
        ("Bill", "B\u4e28ll"),  # Han and Latin are written together
        ("O'Brien", "O\u02bcBrien"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0640\u0645\u062f"),  # a stretched word
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Hanna"),
        ("Jos\u00e9", "Jose"),
        ("J\u00fcrgen", "Jurgen"),
        ("\u00d8le", "Ole"),
        ("\u00c5se", "Ase"),
        ("\u0117va", "eva"),
        ("Anna1", "Anna2"),
        ("!", "?"),
        ("\U0001f3b2", "\U0001f600"),
    ],
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
        "\u4f50\u3005\u6728",  # the sign of repetition
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


@pytest.mark.parametrize(
    "name",
    [
        "\u00e4dmin", "adm\u00ecn", "Admi\u0307n", "gree\u0323dy", "\u1e59andom", "B\u00f8t", "\u0253ot", "@dmin", "5and7able",
        "greedy \uff46\uff4f\uff52 Ann", "greedy \U0001d41f\U0001d428\U0001d42b Ann", "greedy f\u1d0fr Ann", "greedy f0r Ann",
        "greedy f\u00f6r Ann", "greedy for. Ann", "gr\u00e9edy, for Ann", "greedy-for-Ann", "gree dy for Ann", "greedy for",
    ],
)  # fmt: skip
def test_words_of_the_house_have_no_marks(name: str) -> None:
    assert is_reserved(name, BOTS)


def test_people_may_write_for() -> None:
    for name in ("Anna for ever", "For Ann", "for greedy", "Anna for greedy", "Randomforest", "\U0001f3b2 for Ann", "! for Ann"):
        assert not is_reserved(name, BOTS), name


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("admin\U00016fe4", "\U00016fe4"),  # a filler of Khitan
        ("Anna\u2d7f", "\u2d7f"),  # Tifinagh
        ("Anna\u17d2", "\u17d2"),  # Khmer
        ("Anna\u0bcd", "\u0bcd"),
        ("Anna\u05c4", "\u05c4"),
        ("Anna\u1cd4", "\u1cd4"),
        ("Anna\u0345", "\u0345"),  # Greek
        ("Anna\u0363", "\u0363"),  # a letter on a letter
        ("Anna\u20dd", "\u20dd"),
        ("o\u0338le", "\u0338"),  # the stroke that makes an o an \u00f8
        ("Anna\u0332", "\u0332"),
        ("b\u0966t", "\u0966"),  # a digit of another alphabet
        ("\u13aa\u13b7\u13bd", "\u13aa\u13b7\u13bd"),  # Cherokee
        ("\u15c5\u14aa\u15b7", "\u15c5\u14aa\u15b7"),  # Canadian syllables
        ("\U00010300\U00010301\U00010304", "\U00010300\U00010301\U00010304"),  # Old Italic
        ("Ma\uab53", "\uab53"),
        ("\uab32ve", "\uab32"),
        ("\u0138arl", "\u0138"),  # kra
        ("\u0149a", "\u0149"),
        ("Ja\u017fon", "\u017f"),
        ("\u0185ot", "\u0185"),
        ("\u01b6oe", "\u01b6"),
        ("\u0299\u1d07\u0280\u1d1b", "\u0299\u1d07\u0280\u1d1b"),  # small capitals
        ("adm\u0268n", "\u0268"),
        ("\u037foe", "\u037f"),  # a Greek J
        ("\u0461\u0430", "\u0461"),  # a letter of manuscripts
        ("Anna\u02c8", "\u02c8"),  # of phonetics
        ("\u2183arl", "\u2183"),
    ],
)
def test_letters_and_marks_of_no_name(name: str, signs: str) -> None:
    assert strange(name) == list(signs)


@pytest.mark.parametrize(
    "name",
    [
        "Jürgen", "Øle", "Łukasz", "Nguyễn Thị", "İpek", "Ğulşen", "Ștefan", "Þór", "Đorđe", "Əli", "Ɗanjuma", "Ŋɔ", "GROẞ", "Zoe\u0308",
        "O'Brien", "O\u2019Brien", "Ka\u02bbiulani", "Jean-Luc", "Anna 2", "Anna \U0001f3b2", "", "2", "\uff21\uff4e\uff4e\uff41",
        "Мария", "Андрій", "Ђорђе", "Қайрат", "Ελένη", "\u1f08\u03b3\u03bd\u1fc3", "Արամ", "გიორგი", "محمد", "مُحَمَّد", "علی ۲", "שרה", "שָׂרָה",
        "田中さくら", "佐々木", "ピカチュー", "ﾊﾞﾊﾞ", "김민수", "王小明", "ㄅㄆ", "प्रिया", "प्रिया २", "রবি", "ਗੁਰਪ੍ਰੀਤ", "હેતલ", "தமிழ்", "లక్ష్మి",
        "ಲಕ್ಷ್ಮಿ", "ലക്ഷ്മി", "ශ්\u200dරී", "สมชาย", "ສົມ", "བསྟན", "အောင်", "አበበ", "សុខា", "ޙަސަން", "ଓଡ଼ିଆ",
    ],
)  # fmt: skip
def test_names_of_people(name: str) -> None:
    assert strange(visible(name)) == [] and mixed(visible(name)) == [] and not is_reserved(visible(name), BOTS)


def test_what_is_not_seen_is_not_there() -> None:
    assert visible("a\u202eb\u2066c\u0007d\u00ad") == "a b c d"
    assert visible("e" + "\u0301" * 30) == "\u00e9\u0301\u0301"
