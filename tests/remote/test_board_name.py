"""Names of boards: each machine's name becomes one, and a topic can hold every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import BrokerError
from minigam.remote.board_name import board_name_of, check_board_name, is_board_name


@given(st.text(max_size=80))
def test_every_machine_s_name_can_be_made_fit(host: str) -> None:
    name = board_name_of(host)
    assert is_board_name(name)
    assert not set("/+#") & set(name)


@given(st.from_regex(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", fullmatch=True))
def test_a_name_that_fits_stays_as_it_is(name: str) -> None:
    assert check_board_name(board_name_of(name)) == name


@pytest.mark.parametrize(
    "name", ["", "-a", "Board", "a/b", "a+b", "#", "ä", "a" * 33, "a\n", "a b"]
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(BrokerError, match="expected a name of 1 to 32 small letters"):
        check_board_name(name)
