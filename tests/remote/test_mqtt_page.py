"""`docs/mqtt.md` says what the code does."""

import re
from pathlib import Path

from minigam.remote.discovery import discovery
from minigam.remote.payload_reading import MOST_BYTES, MOST_VALUES
from minigam.remote.payloads import Identity
from minigam.remote.topics import Topics

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text("utf-8")


def test_its_acl_allows_each_topic_that_a_board_writes() -> None:
    assert re.findall(r"^pattern write (.*)$", PAGE, re.M) == list(Topics("%u").written)


def test_it_says_how_long_messages_may_be() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| (\d+) \|$", PAGE, re.M)
    assert {kind: int(most) * 1024 for kind, most in rows} == MOST_BYTES
    assert f"more than {MOST_VALUES:,} values" in PAGE


def test_a_board_has_those_entities_that_a_broker_allows() -> None:
    board = Identity("board-7", "ab" * 32, "1.2.3", "sim", "Quarter board", 6, feels=False)
    topics = Topics("board-7")
    assert tuple(discovery(topics, board, ["attract"], control=True)) == topics.entities
