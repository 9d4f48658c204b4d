"""What the table is given of a game with another board."""

import pytest

from minigam.daemon.shared_games import SEED_LOST, TOO_LONG, why_stopped
from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.peer_session import PeerView
from minigam.words import Words

STOPPED = Divergence(7, None, DivergenceCause.PAST)


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (PeerView(), None),
        (PeerView(too_long=True), TOO_LONG),
        (PeerView(seed_lost=True), SEED_LOST),
        (PeerView(divergence=STOPPED), STOPPED.sentence),
        (PeerView(divergence=STOPPED, too_long=True), STOPPED.sentence),
    ],
)
def test_why_a_game_cannot_go_on(view: PeerView, words: Words | None) -> None:
    assert why_stopped(view, has_ended=False) == words


def test_a_game_that_is_over_needs_no_dice() -> None:
    assert why_stopped(PeerView(seed_lost=True), has_ended=True) is None
