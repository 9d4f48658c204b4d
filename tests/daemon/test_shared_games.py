"""What the table is given of a game with another board."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from minigam.daemon.shared_games import SEED_LOST, TOO_LONG, UNREADABLE, SharedGames, why_stopped
from minigam.journal import meetings
from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.game_status import GameStatus, SignedStatus
from minigam.remote.kept import Kept
from minigam.remote.log_message import GameId, format_log
from minigam.remote.peer_session import LocalBoard, PeerSession, PeerView
from minigam.rules.actions import Action, Begun
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms
from minigam.table.events import UNHEARD, OtherBoard
from minigam.words import Words
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.remote.replicas import message
from tests.rules.two_boards import TwoBoards

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


def around_of(actions: list[Action], given: list[object]) -> Any:
    """A table with game 2."""
    return SimpleNamespace(
        journal=SimpleNamespace(actions=lambda _: actions),
        table=SimpleNamespace(
            number=2, state=SimpleNamespace(other=UNHEARD), fault=None, take=given.append
        ),
        profile=SimpleNamespace(points=6, feels=False),
        tell=lambda take, event: take(event),
    )


def test_a_game_whose_other_side_cannot_be_read_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meetings, "last_games", lambda *_: [2, 1])
    monkeypatch.setattr("minigam.daemon.shared_games.kept_beside", lambda *_: {"v": 1})
    given: list[object] = []
    around = around_of([], given)

    async def show() -> None:
        games = SharedGames(LocalBoard("ab" * 32, lambda _: ""), around)
        games.show()
        around.table.number = 3
        games.show()

    asyncio.run(show())
    assert given == [OtherBoard(stopped=UNREADABLE)]


def test_of_the_meetings_agreed_on_only_the_last_one_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of them was once kept as long as the daemon ran."""
    monkeypatch.setattr(meetings, "last_games", lambda *_: [])
    ids, kept = ("0a" * 16, "0b" * 16), Kept(peer="table-8", invite="{}")

    async def stored_with() -> list[Mapping[str, Any] | None]:
        games = SharedGames(LocalBoard("ab" * 32, lambda _: ""), around_of([], []))
        for id in ids:
            games.expect(id, kept)
        keys = ("ab" * 32, "cd" * 32)
        return [games.beside(Terms("minigam", meeting=Meeting(id, 1, keys))) for id in ids]

    assert asyncio.run(stored_with()) == [Kept().to_json(), kept.to_json()]


def test_who_has_left_the_next_game_is_not_awaited_by_a_late_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A message of before it left, doubled or late, once said again that it waits there."""
    monkeypatch.setattr(meetings, "last_games", lambda *_: [])
    own, other = KEYS
    following = GameId(MEETING.id, MEETING.number + 1)
    begins = message([b"{}"], other, id=following)
    gone = SignedStatus.of(GameStatus(1, left=True), MEETING.id, following.number, other.sign)
    leaves = replace(begins, status=gone)
    kept, played = Kept(peer="oak"), TwoBoards(terms_of("minigam")).play()
    given: list[Any] = []

    async def awaited() -> list[bool]:
        awaits: list[bool] = []
        board = LocalBoard(own.public, own.sign)
        games = SharedGames(board, around_of([], given))
        games._keep(2, PeerSession.resume(board, played, 2, kept, None, asks_first=False))
        for sender, each in (("ash", begins), ("oak", begins), ("oak", leaves), ("oak", begins)):
            games.log_received(sender, format_log(each))
            games.show()
            awaits.append(given[-1].awaits_next)
        return awaits

    assert asyncio.run(awaited()) == [False, True, False, False]


def test_a_clubs_game_at_one_board_has_no_other_side_to_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(meetings, "last_games", lambda *_: [2])
    monkeypatch.setattr("minigam.daemon.shared_games.kept_beside", lambda *_: None)
    given: list[object] = []
    key = "ab" * 32
    around = around_of([Begun(Terms("minigam", meeting=Meeting("0c" * 16, 1, (key, key))))], given)

    async def show() -> None:
        SharedGames(LocalBoard(key, lambda _: ""), around).show()

    asyncio.run(show())
    assert (given, caplog.text) == ([], "")
