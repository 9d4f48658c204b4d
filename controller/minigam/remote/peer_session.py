"""One board's side of a game with another board, without any input or output.

It takes what the board has written, messages and the time, and returns what is to be stored, to be
shown and to be sent, in this order: the session after it is used once all is stored. It writes
nothing of the game itself: that is the table's, and `board_duties.due_action` says what it has to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from minigam.dice.shared_rolls import commitment
from minigam.errors import IllegalPlayError, UnreadableError
from minigam.remote import game_requests
from minigam.remote.answer_limit import ANSWERS
from minigam.remote.divergence import Divergence
from minigam.remote.entry_checks import is_too_long
from minigam.remote.game_status import Offer
from minigam.remote.kept import Kept
from minigam.remote.log_message import Ask, LogMessage, check_news, format_ask, format_log
from minigam.remote.replica import Ignored, Replica
from minigam.remote.resending import NOT_SENT, Resending
from minigam.remote.signed import Sign
from minigam.rules.actions import Action, Begun, Promised
from minigam.token_bucket import TokenBucket

REPLIES = TokenBucket(at_once=50, a_second=20)
"""To the other board's messages, which anybody may send again: mostly short."""
QUESTIONS = TokenBucket(at_once=10, a_second=1)


@dataclass(frozen=True)
class LocalBoard:
    """This board: its public key, and what signs with the private one."""

    key: str
    sign: Sign = field(repr=False)


@dataclass(frozen=True)
class PeerView:
    """What the table shows of the other board, beside the actions; compare it with the last one."""

    may_write: bool = False
    """Whether this board writes the next action."""
    asking: bool = False
    """Whether it waits for the other board's log before it writes anything: see `resume`."""
    behind: int = 0
    """How many actions the other board has not acknowledged yet."""
    paused: bool = False
    offer: Offer | None = None
    """A resignation of the other side, to be answered."""
    offering: bool = False
    """Whether this side's own one waits for its answer."""
    accepted: bool = False
    """Whether the other side has accepted it, so that this board has to write it."""
    refused: bool = False
    """Whether the other side has refused this one's."""
    peer_left: bool = False
    divergence: Divergence | None = None
    """Why the game has stopped."""
    seed_lost: bool = False
    """Whether this board has lost its secrets for the dice: it can roll no more."""
    too_long: bool = False
    """Whether the game has as many actions as a game between two boards may have."""


@dataclass(frozen=True)
class Outcome:
    """What an event comes to."""

    session: PeerSession
    """After it: to be used once all below is stored."""
    actions: tuple[Action, ...] = ()
    """The other board's new ones, in their order: to be stored, then applied at the table."""
    kept: Kept | None = None
    """To be stored with them; None: as before."""
    log: str | None = None
    """To be published at the board's own topic `log`."""
    ask: tuple[str, str] | None = None
    """The other board's name, and what is to be published at its topic `ask`."""
    ignored: Ignored | None = None
    fault: str = ""
    """Why a message could not be read; to be logged."""


@dataclass(frozen=True)
class PeerSession:
    """One game with another board."""

    own: LocalBoard
    replica: Replica
    promise: str | None = None
    """What the seed that this board has stored for the game promises; None: it has none."""
    question: Resending | None = None
    """How often it has asked for the other board's log since it was resumed; None: it has it."""
    answers: TokenBucket = ANSWERS
    replies: TokenBucket = REPLIES
    questions: TokenBucket = QUESTIONS

    @classmethod
    def begin(cls, own: LocalBoard, begun: Begun, number: int, kept: Kept) -> PeerSession:
        """A game on which both boards have agreed, and whose beginning is stored.

        `number`: the game's in the journal. `kept`: what is stored with the beginning. Raises
        `IllegalPlayError` for terms of a game that this board does not share with another one.
        """
        return cls(own, Replica.of(own.key, [begun], number, kept))

    @classmethod
    def resume(
        cls,
        own: LocalBoard,
        actions: Iterable[Action],
        number: int,
        kept: Kept | None,
        seed: bytes | None,
        asks_first: bool = True,
    ) -> PeerSession:
        """A stored game; raise `IllegalPlayError` as `begin` does.

        `number`: the game's in the journal. `seed`: as it was stored; None where none was.
        `asks_first`: the board writes nothing before it has the other board's log,
        which may have entries that this one has lost: its journal may come from a backup.
        """
        replica = Replica.of(own.key, actions, number, kept)
        question = NOT_SENT if asks_first else None
        return cls(own, replica, commitment(seed) if seed else None, question)

    # What it stands at

    @property
    def view(self) -> PeerView:
        """What the table shows."""
        replica = self.replica
        own, peer = replica.kept.own, replica.peer_status
        refused = game_requests.refused_resignation(replica)
        stands = own.offer is not None and replica.log.stands(own.offer.at)
        return PeerView(
            may_write=replica.may_write and self._is_able,
            asking=self.question is not None,
            behind=len(replica.log) - replica.acknowledged,
            paused=own.is_paused,
            offer=game_requests.offered_resignation(replica),
            offering=stands and not refused and not replica.game.has_ended,
            accepted=game_requests.accepted_resignation(replica) is not None,
            refused=stands and refused,
            peer_left=peer.left,
            divergence=replica.divergence,
            seed_lost=self.seed_is_lost,
            too_long=is_too_long(replica.log),
        )

    @property
    def _is_able(self) -> bool:
        return self.question is None and not self.seed_is_lost

    @property
    def seed_is_lost(self) -> bool:
        """Whether this board's promise was made with a seed that it has not: it was lost."""
        promise = self.replica.side.of(self.replica.game.promises)
        return promise is not None and promise != self.promise

    @property
    def is_done(self) -> bool:
        """Whether the game is closed, and the other board has all of it: nothing is left to do."""
        return self.replica.game.closed is not None and not self.replica.is_behind

    def due(self, now: float) -> float | None:
        """When to call `tick` next, in seconds of the caller's clock; None: not before news."""
        replica = self.replica
        question = self.question.due(now) if self.question and self._may_ask else None
        return min((at for at in (question, replica.due(now)) if at is not None), default=None)

    # Events

    def written(self, actions: Sequence[Action], now: float) -> Outcome:
        """What the table has stored of this board's own actions: it is to be sent.

        Raises `IllegalPlayError` where this board may not write it now.
        """
        if self.question is not None:
            raise IllegalPlayError("expected the other board's log first: wait until it answers")
        replica = reduce(Replica.append, actions, self.replica)
        given = [each.commitment for each in actions if isinstance(each, Promised)]
        session = replace(self, promise=given[0] if given else self.promise)
        return session._after(replica, (), now)

    def offer_resignation(self, points: int, now: float) -> Outcome:
        """Offer to resign; `points` and errors: see `game_requests.offer_resignation`."""
        return self._after(game_requests.offer_resignation(self.replica, points), (), now)

    def withdraw_offer(self, now: float) -> Outcome:
        """Take the offer back, if it was not accepted yet."""
        return self._after(game_requests.withdraw_offer(self.replica), (), now)

    def answer_offer(self, accept: bool, now: float) -> Outcome:
        """Answer the other side's offer; raise `IllegalPlayError` without one."""
        return self._after(game_requests.answer_offer(self.replica, accept), (), now)

    def pause(self, paused: bool, now: float) -> Outcome:
        """Pause the game at both boards, or go on."""
        return self._after(game_requests.pause(self.replica, paused), (), now)

    def leave(self, now: float) -> Outcome:
        """This board's player has left the game; it stays unfinished."""
        return self._after(game_requests.leave(self.replica), (), now)

    def connected(self, now: float) -> Outcome:
        """The connection to the broker is new: nothing of what waits is sent later than now."""
        replica = replace(self.replica, resending=NOT_SENT)
        question = None if self.question is None else NOT_SENT
        return replace(self, question=question)._after(replica, (), now)

    def tick(self, now: float) -> Outcome:
        """It is time: see `due`."""
        return self._after(self.replica, (), now)

    def log_received(self, sender: str, message: LogMessage, now: float) -> Outcome:
        """A message at the topic `log` of the board called `sender`; it may be any."""
        shown = self._shown(message)
        try:
            check_news(message, shown)
        except UnreadableError as fault:
            return Outcome(self, fault=str(fault))
        if self.question is not None and shown is None:
            message = replace(message, entries=())  # its own among them would seem to be forged
        found = self.replica.receive(message)
        if found.ignored:
            return Outcome(self, ignored=found.ignored)
        replica = found.replica
        if not replica.kept.peer:
            replica = replace(replica, kept=replace(replica.kept, peer=sender))
        answered = shown is not None and max(shown, message.claim.seq) <= len(replica.log)
        session = replace(self, question=None) if answered else self
        return session._after(replica, found.actions, now, found.ask, found.reply)

    def ask_received(self, ask: Ask, now: float) -> Outcome:
        """Somebody asks for this game's log; too many questions are not answered."""
        if ask.id != self.replica.id:
            return Outcome(self, ignored=Ignored.OTHER_GAME)
        if not self.answers.has_token(now):
            return Outcome(self)
        session = replace(self, answers=self.answers.taken(now))
        return Outcome(session, log=session._text(ask.since))

    def _shown(self, message: LogMessage) -> int | None:
        """How many entries this board has signed, by the latest signature that the other one has.

        None where the message does not show it: it is no answer to this board's question.
        """
        shown = message.acknowledged
        return shown.seq if shown and shown.is_by(self.own.key, self.replica.id) else None

    # What they come to

    def _after(
        self,
        replica: Replica,
        actions: Sequence[Action],
        now: float,
        ask: Ask | None = None,
        reply: bool = False,
    ) -> Outcome:
        """What is to be stored, and what is to be sent then."""
        kept = None if replica.kept == self.replica.kept else replica.kept
        session, question = replace(self, replica=replica)._asking(ask, now)
        session, log = session._sending(reply, now)
        return Outcome(session, tuple(actions), kept, log, question)

    @property
    def _may_ask(self) -> bool:
        return bool(self.replica.kept.peer) and self.replica.divergence is None

    def _asking(self, ask: Ask | None, now: float) -> tuple[PeerSession, tuple[str, str] | None]:
        """Ask for the other board's log, which this one waits for, or for what is missing."""
        question, questions = self.question, self.questions
        if not self._may_ask:
            return self, None
        if question is not None and question.due(now) <= now:
            ask = ask or Ask(len(self.replica.log), self.replica.id)
            question = question.sent(now)
        elif ask is None or not questions.has_token(now):
            return self, None
        else:
            questions = questions.taken(now)
        session = replace(self, question=question, questions=questions)
        return session, (self.replica.kept.peer, format_ask(ask).decode("ascii"))

    def _sending(self, reply: bool, now: float) -> tuple[PeerSession, str | None]:
        """Send the log where it is due, or where the other board waits for it."""
        due = self.replica.due(now)
        if due is not None and due <= now:
            return replace(self, replica=self.replica.sent(now)), self._text()
        if reply and self.replies.has_token(now):
            return replace(self, replies=self.replies.taken(now)), self._text()
        return self, None

    def _text(self, since: int | None = None) -> str:
        return format_log(self.replica.message(self.own.sign, since)).decode("ascii")
