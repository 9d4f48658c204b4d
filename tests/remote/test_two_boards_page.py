"""`docs/two-boards-protocol.md` says what the protocol does."""

import re
from pathlib import Path

import pytest

from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.log_message import parse_log
from minigam.remote.payload_reading import MOST_BYTES
from minigam.remote.resending import WAITS
from minigam.rules.hash_chain import encode_action
from tests.remote.hostile import KEYS
from tests.remote.replicas import GAME, WHOLE
from tests.rules.two_boards import TwoBoards

PAGE = (Path(__file__).parents[2] / "docs" / "two-boards-protocol.md").read_text("utf-8")


def test_every_cause_is_listed_with_its_sentence() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (The game has stopped: .*) \|$", PAGE, re.M)
    assert rows == [(cause.value, Divergence(7, None, cause).sentence) for cause in DivergenceCause]


def test_the_example_is_a_message() -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
    message = parse_log(block.encode())
    assert message.claim.is_by(KEYS[0].public, GAME)
    game = TwoBoards(WHOLE)
    while len(game.actions) < message.claim.seq:
        game.do(game.decided())
    assert message.entries == (encode_action(game.actions[3]),)


@pytest.mark.parametrize(
    "text",
    [
        f"{MOST_BYTES['log'] // 1024} KiB",
        f"after {', '.join(f'{wait:.0f}' for wait in WAITS[:-1])} and then every {WAITS[-1]:.0f}",
    ],
)
def test_figures_are_those_of_the_code(text: str) -> None:
    assert text in PAGE.replace("\n", " ")
