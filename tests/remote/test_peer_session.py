"""One board's side of a game with another board: what it stores, shows and sends."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from minigam.dice.shared_rolls import commitment, secrets_of
from minigam.errors import IllegalPlayError
from minigam.remote import entry_checks
from minigam.remote.answer_limit import ANSWERS
from minigam.remote.board_duties import due_action, own_share
from minigam.remote.divergence import DivergenceCause
from minigam.remote.game_requests import accepted_resignation
from minigam.remote.game_status import Offer
from minigam.remote.kept import Kept
from minigam.remote.log_message import MOST_SENT, Ask, GameId, parse_ask, parse_log
from minigam.remote.peer_session import LocalBoard, Outcome, PeerSession, PeerView
from minigam.remote.replica import Ignored
from minigam.remote.resending import WAITS
from minigam.rules.actions import Action, Begun, Promised, Resigned, Rolled, Shared
from minigam.rules.game import Game
from minigam.rules.hash_chain import encode_action
from minigam.rules.position import Side
from minigam.rules.record import RESIGNED
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS, MEETING, terms_of
from tests.remote.replicas import message
from tests.rules.two_boards import TwoBoards

NAMES = "board-7", "board-9"
SEEDS = b"7" * 32, b"9" * 32
SECRETS = secrets_of(SEEDS[0]), secrets_of(SEEDS[1])


@dataclass
class Seat:
    """A board with its disk, and the session that a restart makes of it.

    What its table would write without a touch it writes at once.
    """

    at: int
    session: PeerSession
    stored: list[Action] = field(default_factory=list)
    kept: Kept | None = None
    seed: bytes | None = None
    sent: list[tuple[str, str]] = field(default_factory=list)
    """Messages that were sent and not delivered yet: `log` or `ask`, and the text."""
    clock: Callable[[], float] = lambda: 0.0

    def take(self, outcome: Outcome) -> Outcome:
        self._take(outcome)
        while due := self._due():
            self._write([due])
        return outcome

    def _take(self, outcome: Outcome) -> None:
        self.stored += outcome.actions
        self.kept = outcome.kept or self.kept
        self.session = outcome.session
        if outcome.log:
            self.sent.append(("log", outcome.log))
        if outcome.ask:
            assert outcome.ask[0] == NAMES[1 - self.at]
            self.sent.append(("ask", outcome.ask[1]))

    def _write(self, actions: Sequence[Action]) -> None:
        outcome = self.session.written(actions, self.clock())
        self.stored += actions
        if any(isinstance(each, Promised) for each in actions):
            self.seed = SEEDS[self.at]
        self._take(outcome)

    def write(self, *actions: Action) -> None:
        """The player has decided."""
        self._write(actions)
        self.take(Outcome(self.session))

    def _due(self) -> Action | None:
        session, secrets = self.session, SECRETS[self.at]
        if session.view.asking:
            return None
        if resigned := accepted_resignation(session.replica):
            assert session.view.accepted
            return resigned
        if session.seed_is_lost and not session.replica.game.has_ended:
            return None
        return due_action(session.replica, secrets)

    @property
    def share(self) -> Shared:
        return own_share(self.session.replica, SECRETS[self.at])

    def restart(self, asks_first: bool = True) -> None:
        """All but the disk is lost; what is kept is read as the JSON that it was written as."""
        assert self.kept
        kept = Kept.from_json(json.loads(json.dumps(self.kept.to_json())))
        self.session = PeerSession.resume(
            self.session.own, self.stored, self.at + 1, kept, self.seed, asks_first
        )
        self.sent.clear()


def seat(at: int, terms: Terms) -> Seat:
    """A board whose game has begun; it has written nothing else yet."""
    key, begun = KEYS[at], Begun(terms)
    board = LocalBoard(key.public, key.sign)
    session = PeerSession.begin(board, begun, at + 1, Kept(peer=NAMES[1 - at]))
    return Seat(at, session, [begun], session.replica.kept)


class Pair:
    """Both boards, and a network that does what it is asked to."""

    def __init__(self, terms: Terms, seed: int = 1) -> None:
        self.seats = seat(0, terms), seat(1, terms)
        for one in self.seats:
            one.clock = lambda: self.now
        self.chance = Random(seed)
        self.mind = TwoBoards(terms, self.chance)
        self.now = 0.0
        for one in self.seats:
            one.take(Outcome(one.session))

    def exchange(self) -> None:
        """Deliver until nobody has anything to send now; it takes a tenth of a second."""
        self.now += 0.1
        for _ in range(100):
            for one in self.seats:
                if (due := one.session.due(self.now)) is not None and due <= self.now:
                    one.take(one.session.tick(self.now))
            if not any(one.sent for one in self.seats):
                return
            for at, one in enumerate(self.seats):
                for kind, text in one.sent[:]:
                    one.sent.remove((kind, text))
                    self.deliver(at, kind, text)
        raise AssertionError("expected the boards to be silent some time")

    def deliver(self, sender: int, kind: str, text: str) -> Outcome:
        other = self.seats[1 - sender]
        if kind == "log":
            return other.take(
                other.session.log_received(NAMES[sender], parse_log(text.encode()), self.now)
            )
        return other.take(other.session.ask_received(parse_ask(text.encode()), self.now))

    @property
    def acting(self) -> Seat:
        (found,) = (one for one in self.seats if one.session.view.may_write)
        return found

    def decide(self) -> Action:
        """What the player of the board that writes decides."""
        self.mind.game = self.acting.session.replica.game
        action = self.mind.decided()
        return self.acting.share if isinstance(action, Shared) else action

    def play(self, turns: int) -> None:
        while True:
            self.exchange()
            if self.game.closed or len(self.game.plays) >= turns:
                return
            action = self.decide()
            if not isinstance(action, Resigned):
                self.acting.write(action)

    @property
    def game(self) -> Game:
        return self.seats[0].session.replica.game


@pytest.mark.parametrize("rules_id", ["minigam", "backgammon-money"])
def test_a_game_over_a_good_network(rules_id: str) -> None:
    pair = Pair(terms_of(rules_id))
    pair.play(10_000)
    white, black = pair.seats
    assert white.stored == black.stored
    assert pair.game.closed
    assert white.session.is_done
    assert black.session.is_done
    assert (white.session.due(pair.now), black.session.due(pair.now)) == (None, None)
    assert [one.kept == one.session.replica.kept for one in pair.seats] == [True, True]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_over_a_bad_one_with_restarts(seed: int) -> None:
    terms = terms_of("minigam")
    pair, chance = Pair(terms, seed), Random(seed)
    for _ in range(40_000):
        if all(one.session.is_done for one in pair.seats):
            break
        one = pair.seats[chance.randrange(2)]
        if chance.random() < 0.02:
            flying = one.sent[:]
            one.restart()
            one.sent = flying
        if one.session.view.may_write and not one.session.replica.game.closed:
            if not one.session.view.offering and one is pair.acting:
                action = pair.decide()
                if isinstance(action, Resigned):
                    one.take(one.session.offer_resignation(action.points, pair.now))
                else:
                    one.write(action)
        elif one.session.view.offer:
            one.take(one.session.answer_offer(chance.random() < 0.5, pair.now))
        if (due := one.session.due(pair.now)) is not None and due <= pair.now:
            one.take(one.session.tick(pair.now))
        waiting = [(at, each) for at in (0, 1) for each in pair.seats[at].sent]
        if not waiting:
            pair.now += 1.0
            continue
        at, each = chance.choice(waiting)
        if chance.random() > 0.1:  # else it comes once more, later
            pair.seats[at].sent.remove(each)
        if chance.random() > 0.1:  # else it is lost
            pair.deliver(at, *each)
    white, black = pair.seats
    assert white.stored == black.stored
    assert Game.of(white.stored).closed


def test_an_invitation_is_kept_until_the_other_board_has_signed_the_game() -> None:
    white, black = seat(0, terms_of("minigam")), seat(1, terms_of("minigam"))
    begun = Begun(terms_of("minigam"))
    kept = Kept(peer=NAMES[0], invite="accepted")
    black.session = PeerSession.begin(black.session.own, begun, 2, kept)
    white.take(Outcome(white.session))
    assert black.session.replica.kept == kept
    (log,) = white.sent
    found = black.session.log_received(NAMES[0], parse_log(log[1].encode()), 5.0)
    assert found.kept
    assert (found.kept.invite, found.session.replica.acknowledged) == ("", 2)


def test_a_game_that_begins_sends_nothing_before_its_table_has_written() -> None:
    white, black = seat(0, terms_of("minigam")), seat(1, terms_of("minigam"))
    assert black.kept == Kept(peer="board-7")
    assert (white.session.view.may_write, black.session.view.may_write) == (True, False)
    white.take(Outcome(white.session))
    assert white.stored == [
        Begun(terms_of("minigam")),
        Promised(Side.WHITE, commitment(SEEDS[0])),
    ]
    assert [kind for kind, _ in white.sent] == ["log"]
    black.take(Outcome(black.session))
    assert (black.stored, black.sent) == ([Begun(terms_of("minigam"))], [])


def test_a_board_that_rolls_decides_for_both() -> None:
    """The other side's share and the roll come by themselves."""
    pair = Pair(terms_of("minigam"))
    pair.play(2)
    count = len(pair.acting.stored)
    acting = pair.acting
    side = acting.session.replica.side
    acting.write(acting.share)
    pair.exchange()
    kinds = [(type(each), getattr(each, "side", None)) for each in acting.stored[count:]]
    assert kinds == [(Shared, side), (Shared, side.other), (Rolled, None)]
    assert pair.seats[0].stored == pair.seats[1].stored


def test_what_a_board_may_not_write_changes_nothing() -> None:
    pair = Pair(terms_of("minigam"))
    pair.play(2)
    waiting = next(one for one in pair.seats if one is not pair.acting)
    before = waiting.session
    with pytest.raises(IllegalPlayError):
        waiting.session.written([waiting.share], 0.0)
    acting = pair.acting.session
    with pytest.raises(IllegalPlayError):  # all of it, or nothing
        acting.written([pair.acting.share] * 2, 0.0)
    assert waiting.session is before


# ---- After a restart -----------------------------------------------------------------------------


def test_after_a_restart_it_asks_before_it_writes() -> None:
    pair = Pair(terms_of("minigam"))
    pair.play(2)
    one = pair.acting
    one.restart()
    assert one.session.view == PeerView(may_write=False, asking=True)
    with pytest.raises(IllegalPlayError, match="expected the other board's log first"):
        one.session.written([one.share], pair.now)
    assert one.session.due(7.0) == 7.0
    outcome = one.take(one.session.tick(7.0))
    assert outcome.ask is not None
    assert parse_ask(outcome.ask[1].encode()) == Ask(
        len(one.stored), GameId(MEETING.id, MEETING.number)
    )
    assert one.session.due(7.0) == 7.0 + WAITS[0]  # again, if nobody answers
    pair.now = 7.0
    pair.exchange()
    assert one.session.view == PeerView(may_write=True)


def test_a_board_that_knows_what_it_has_need_not_ask() -> None:
    pair = Pair(terms_of("minigam"))
    pair.play(2)
    one = pair.acting
    one.restart(asks_first=False)
    assert one.session.view == PeerView(may_write=True)


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_a_board_from_a_backup_gets_its_own_actions_back(lost: int) -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(3)
    one, whole = pair.acting, list(pair.acting.stored)
    one.stored = whole[:-lost]
    one.kept = Kept(peer=NAMES[1 - one.at])
    one.restart()
    assert not one.session.view.may_write
    pair.exchange()
    assert one.stored == whole
    pair.play(10_000)
    assert pair.seats[0].stored == pair.seats[1].stored


def test_an_older_message_is_no_answer() -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(3)
    one, whole = pair.acting, list(pair.acting.stored)
    one.stored, one.kept = whole[:-3], Kept(peer=NAMES[1 - one.at])
    one.restart()
    entries = [encode_action(action) for action in whole[:-4]]
    old = message(entries, KEYS[1 - one.at], len(entries))
    forged = replace(old.claim, signature="ab" * 64)
    for sent in (old, replace(old, acknowledged=forged), replace(old, acknowledged=old.claim)):
        found = one.take(one.session.log_received("x", sent, pair.now))
        assert found.ignored is None
        assert one.session.view.asking


def test_own_entries_in_an_answer_to_somebody_else_stop_nothing() -> None:
    """Such as one to a club's question, which does not show this board's signature."""
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(3)
    one, whole = pair.acting, list(pair.acting.stored)
    one.stored, one.kept = whole[:-3], Kept(peer=NAMES[1 - one.at])
    one.restart()
    entries = [encode_action(action) for action in whole]
    sent = message(entries, KEYS[1 - one.at], 1)
    found = one.take(one.session.log_received("x", sent, pair.now))
    assert (found.actions, one.session.view.divergence) == ((), None)
    assert found.ask
    pair.exchange()
    assert one.stored == whole


def test_a_board_that_has_lost_its_seed_says_so_and_may_resign() -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(3)
    one = pair.acting
    one.seed = None
    one.restart()
    pair.exchange()
    assert one.session.view == PeerView(seed_lost=True)
    one.take(one.session.offer_resignation(1, pair.now))
    pair.exchange()
    other = pair.seats[1 - one.at]
    assert other.session.view.offer == Offer(len(other.stored), 1)
    other.take(other.session.answer_offer(True, pair.now))
    pair.exchange()
    assert pair.game.closed
    assert pair.game.ended_by == RESIGNED
    assert pair.seats[0].stored == pair.seats[1].stored


def test_a_game_stops_before_it_has_more_actions_than_the_other_board_accepts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(3)
    count = len(pair.acting.stored)
    for most, is_too_long in ((count, False), (count - 1, True)):
        monkeypatch.setattr(entry_checks, "MOST_TOGETHER", most + entry_checks.LAST_TOUCH)
        assert [one.session.view.too_long for one in pair.seats] == [is_too_long, is_too_long]
    monkeypatch.setattr(entry_checks, "MOST_TOGETHER", count)
    with pytest.raises(IllegalPlayError, match=f"a game has at most {count} actions"):
        pair.acting.write(pair.decide())


# ---- What is no action ---------------------------------------------------------------------------


def test_pause_refusal_and_leaving_arrive() -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(2)
    one, other = pair.acting, pair.seats[1 - pair.acting.at]
    one.take(one.session.pause(True, pair.now))
    pair.exchange()
    assert other.session.view.paused
    other.take(other.session.pause(False, pair.now))
    pair.exchange()
    assert not one.session.view.paused
    one.take(one.session.offer_resignation(1, pair.now))
    pair.exchange()
    assert one.session.view.offering
    other.take(other.session.answer_offer(False, pair.now))
    pair.exchange()
    assert one.session.view == PeerView(may_write=True, refused=True)
    one.take(one.session.withdraw_offer(pair.now))
    assert one.session.view == PeerView(may_write=True)
    one.take(one.session.leave(pair.now))
    pair.exchange()
    assert other.session.view == PeerView(peer_left=True)


# ---- Messages that are no good -------------------------------------------------------------------


def test_messages_of_others_change_nothing() -> None:
    one, pair = seat(1, terms_of("minigam")), Pair(terms_of("minigam"))
    session, text = one.session, pair.seats[0].sent[0][1]
    assert text
    sent = parse_log(text.encode())
    other = replace(sent, id=GameId("ab" * 16, 1))
    assert session.log_received("x", other, 0.0) == Outcome(session, ignored=Ignored.OTHER_GAME)
    unsigned = replace(sent, claim=replace(sent.claim, signature="ab" * 64))
    assert session.log_received("x", unsigned, 0.0) == Outcome(session, ignored=Ignored.SIGNATURE)
    ask = Ask(0, GameId("ab" * 16, 1))
    assert session.ask_received(ask, 0.0) == Outcome(session, ignored=Ignored.OTHER_GAME)


def test_more_actions_than_honest_boards_send_at_once_are_refused() -> None:
    """Whatever is shown as signed before: each of them would have to be checked and stored."""
    pair = Pair(terms_of("minigam"))
    pair.exchange()
    one, other = pair.seats
    text = other.session.ask_received(Ask(0, one.session.replica.id), pair.now).log
    assert text
    sent = parse_log(text.encode())
    many = tuple(b'{"action":"confirm","v":1}' for _ in range(MOST_SENT + 1))
    for shown in (None, sent.acknowledged):
        wrong = replace(
            sent,
            claim=replace(sent.claim, seq=sent.claim.seq + len(many)),
            since=sent.claim.seq,
            entries=many,
            acknowledged=shown,
        )
        assert one.session.log_received("x", wrong, pair.now) == Outcome(
            one.session,
            fault="cannot read a log: expected at most 100 actions that its reader has not signed "
            "before, got 101",
        )


def test_a_game_that_has_stopped_stays_so_after_a_restart() -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(2)
    cheater = pair.acting
    honest = pair.seats[1 - cheater.at]
    entries = [*cheater.session.replica.log.entries, b'{"action":"confirm","v":1}']
    wrong = message(entries, KEYS[cheater.at], len(entries) - 1)
    honest.take(honest.session.log_received("x", wrong, pair.now))
    stopped = honest.session.view.divergence
    assert stopped
    assert stopped.cause is DivergenceCause.RULES
    assert honest.session.due(0.0) is None
    honest.restart()
    assert honest.session.view.divergence == stopped
    assert (honest.session.due(0.0), honest.session.tick(0.0).log) == (None, None)


def test_so_many_questions_are_answered_and_no_more() -> None:
    pair = Pair(terms_of("minigam"), seed=4)
    pair.play(2)
    one = pair.acting
    ask = Ask(1, one.session.replica.id)
    answers = [one.take(one.session.ask_received(ask, 100.0)).log for _ in range(50)]
    assert sum(map(bool, answers)) == ANSWERS.at_once
    assert one.take(one.session.ask_received(ask, 100.0 + 1 / ANSWERS.a_second)).log
    assert not one.take(one.session.ask_received(ask, 100.0 + 1 / ANSWERS.a_second)).log
    assert one.kept == one.session.replica.kept
