"""Names of boards and users at a broker."""

import pytest

from minigam.errors import UnreadableError
from minigam.remote.names import LONGEST, check_name, is_name

NAMES = ["a", "0", "table-7", "a-", "7--7", "a" * LONGEST]
OTHERS = [
    *("", "-", "-a", "a" * (LONGEST + 1), "Table", "a b", "a_b", "a.b", "a/b", "a+", "#", "$sys"),
    *("a\n", "\na", "a:b", "a\0", "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "..", "%u"),
    "\N{ARABIC-INDIC DIGIT TWO}",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_taken_as_it_is(name: str) -> None:
    assert is_name(name)
    assert check_name(name) == name


@pytest.mark.parametrize("text", OTHERS)
def test_another_text_is_refused_with_a_sentence(text: str) -> None:
    assert not is_name(text)
    with pytest.raises(UnreadableError, match=r"^expected a user.s name of 1 to 32"):
        check_name(text, "a user's name")


def test_a_long_text_makes_no_long_sentence() -> None:
    with pytest.raises(UnreadableError) as caught:
        check_name("A" * 10_000)
    assert len(str(caught.value)) < 450
