"""What holds for a file in any of the formats."""

from __future__ import annotations

import pytest

from minigam.errors import UnreadableError
from minigam.formats.formats import read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a match with a game, got the end of the file"),
        ("()", "line 1, column 1: expected a node in every game, got none"),
        (
            '{"format":"minigam","version":1,"games":[]}',
            "expected a file with a game, got one without any",
        ),
    ],
)
def test_a_file_without_a_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read(text)
    assert str(refusal.value) == message
