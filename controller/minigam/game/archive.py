"""Games out of the journal and into it: records from states, and events from records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from minigam.errors import CannotHoldError, IllegalPlayError
from minigam.game import moving
from minigam.game.events import (
    Clocked,
    Committed,
    Event,
    Flagged,
    Held,
    Opened,
    Ready,
    Revealed,
    Tapped,
    Thrown,
)
from minigam.game.machine import step
from minigam.game.setup import Setup, games_for
from minigam.game.stakes import resign_choices
from minigam.game.state import (
    WITH_TURN,
    Phase,
    State,
    opened,
    opening_throws,
    unplayed_throws,
    with_colours_changed,
)
from minigam.rules.files.clockless import was_dropped
from minigam.rules.ids import Moment
from minigam.rules.notation import parse_steps
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.rules.record import (
    ENDS,
    TIME,
    Action,
    Played,
    Proof,
    Record,
    Roll,
    Walk,
    begun,
    single_step,
)
from minigam.rules.steps import Step
from minigam.rules.timecontrol import FLAGS, OFF, TimeControl

# ---- Out of the journal --------------------------------------------------------------------------


def record_of(state: State, at: str = "") -> Record:
    """The game of a replayed chapter, begun at that time.

    >>> record_of(opened(Opened(Setup(), started=True))).names
    ('White', 'Black')
    """
    setup, standing = state.setup, state.standing
    opening, unplayed = opening_throws(state), unplayed_throws(state)
    if len(unplayed) > 1 and not state.result:
        raise CannotHoldError(
            "the set-up was put right after a second throw: play the first one before exporting"
        )
    roll, pawns = unplayed[0] if unplayed else (None, ())
    record = Record(
        rules_id=setup.rules_id,
        options=tuple(dict(setup.options).items()),
        stake=setup.stake,
        names=(setup.recorded(Side.WHITE), setup.recorded(Side.BLACK)),
        seats=setup.recorded_seats,
        clock=_clock(state),
        at=at,
        score=standing.score,
        crawford_played=standing.crawford_played,
        starter=state.starter,
        start=state.start,
        opening=tuple(dice for dice, _ in opening),
        opening_pawns=tuple(thrown for _, thrown in opening) if state.rules.random_faces else (),
        swapped=state.swapped,
        actions=state.actions,
        roll=roll,
        pawns=pawns,
        result=state.result,
        ended_by=state.ended_by,
        proof=_proof(state),
    )
    return replace(record, steps=_steps(state, record))


def moment_of(state: State) -> Moment:
    """Where a game stands that is being played, as XGID and GNU Backgammon's IDs know it.

    Steps that were made of a throw are not in it: the position is the one before the throw.

    >>> moment_of(opened(Opened(Setup(), started=True))).stage
    'none'
    """
    rules, playing = state.rules, state.active_phase in WITH_TURN
    return Moment(
        state.position,
        state.side or Side.WHITE,
        unplayed_throws(state)[0][0] if playing else None,
        state.cube,
        doubled=state.offered_by is not None,
        length=rules.length,
        score=state.standing.score,
        crawford=state.standing.is_crawford(rules),
        jacoby=rules.jacoby,
        stage="playing" if state.side else "none",
    )


def _steps(state: State, record: Record) -> tuple[str, ...]:
    """The steps made of an unplayed throw."""
    if record.roll is None:
        return ()
    turn = state.turn
    if turn is None:  # the game was resigned in the middle of it
        assert state.side is not None
        walk = Walk(record)
        walk.follow(record.actions)
        turn = _way_to(walk.turn(state.side, record.roll, record.pawns), state.position)
    made = turn.with_steps(())
    texts = []
    for done in turn.steps:
        texts.append(single_step(made, done))
        made = made.play(done)
    return tuple(texts)


def _way_to(turn: Turn, position: Position) -> Turn:
    """Steps of a turn that lead to a position on its way; the turn itself if none do."""
    level = {(turn.position, turn.left): turn}
    while level:
        for found in level.values():
            if found.position == position:
                return found
        further = [way.play(step) for way in level.values() for step in way.next_steps]
        level = {(way.position, way.left): way for way in further}
    return turn


def _clock(state: State) -> TimeControl | None:
    """What was agreed, and what the match had left before this game."""
    setup, clock = state.setup, state.clock
    if clock is None:
        return None
    whole = (clock.limits.bank, clock.limits.bank)
    return TimeControl(setup.clock, setup.flag, None if clock.banks == whole else clock.banks)


def _proof(state: State) -> Proof | None:
    white, black = state.entropy
    if None in (state.commitment, state.secret, white, black):
        return None
    assert state.commitment is not None
    assert state.secret is not None
    assert white is not None
    assert black is not None
    return Proof(state.commitment, (white, black), state.secret)


# ---- Into the journal ----------------------------------------------------------------------------


def chapters(records: Iterable[Record]) -> list[list[Event]]:
    """The events of games from one file, each played through the machine by taps.

    Dice are tapped in as hand-thrown ones, but for a finished game that proves its dice. Where a
    record goes on with the match of the one before, so do the chapters. Raises `IllegalPlayError`
    or `CannotHoldError` for a game that nobody could have played here.
    """
    games: list[_Game] = []
    for record in records:
        game = _Game(record)
        game.play_all()
        if games:
            games[-1].lead_to(game)
        games.append(game)
    return [game.events for game in games]


class _Game:
    """One record being played."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._electronic = record.proof is not None
        setup = _setup(record, self._electronic)
        banks = record.clock.banks if record.clock else None
        self.opened = Opened(
            setup.swapped() if record.swapped else setup,
            record.score[::-1] if record.swapped else record.score,
            True,
            record.starter,
            record.crawford_played,
            banks[::-1] if banks and record.swapped else banks,
            imported=True,
            start=record.start,
        )
        self.state = opened(self.opened)
        self.events: list[Event] = [self.opened]

    def play_all(self) -> None:
        record = self.record
        if self._electronic and record.proof:
            self._do(Committed(record.proof.commitment))
            for side, number in zip(Side, record.proof.numbers, strict=True):
                self._do(Ready(side, number))
        for roll, pawns in record.opening_throws:
            self._throw(roll, pawns)
        if record.swapped:
            self._swap()
        timed_out = bool(record.result) and record.ended_by == TIME
        unanswered = timed_out and was_dropped(record.actions)
        for action in record.actions[:-1] if unanswered else record.actions:
            self._act(action)
        if record.roll:
            self._make(begun(self._begin(record.roll, record.pawns), record.steps).steps)
        if record.result and record.ended_by == "resigned":
            self._resign(record.result.winner.other)
        if record.result and timed_out:
            self._run_out(record.result.winner.other)
        if self._electronic and record.proof:
            self._do(Revealed(record.proof.secret))
        self._check()

    def _swap(self) -> None:
        self._do(Held("undo"))
        self._tap("point-6")

    def lead_to(self, following: _Game) -> None:
        """End this chapter as people do who go on with the match, if the other one goes on."""
        if self.state.phase is not Phase.GAME_OVER or self.state.match_over:
            return
        closed, _ = step(self.state, Tapped("point-1", 0))
        if closed.next_chapter and self._goes_on(closed.next_chapter, following.opened):
            self._do(Tapped("point-1", 0))

    def _goes_on(self, expected: Opened, following: Opened) -> bool:
        """The time that is left is the file's: how long a turn took is in no file."""
        setup = replace(following.setup, dice=expected.setup.dice)
        expected = replace(expected, banks=following.banks)
        return expected == replace(following, setup=setup, imported=False, start=None)

    def _do(self, event: Event) -> None:
        after, _ = step(self.state, event)
        if after.lasts_like(self.state):
            notice = after.transient.notice
            raise IllegalPlayError(notice.text if notice else f"expected no {event} here")
        self.state = after.durable()
        self.events.append(event)

    def _tap(self, *zones: str) -> None:
        for zone in zones:
            self._do(Tapped(zone, 0))

    def _throw(self, roll: Roll, pawns: tuple[int, ...]) -> None:
        if not self._electronic:
            self._tap(*(f"point-{die}" for die in (*roll, *pawns)))
            return
        if self.state.phase is not Phase.THROWING:
            self._tap("roll")
        self._do(Thrown(len(self.state.throws) + 1, roll, pawns))

    def _act(self, action: Action) -> None:
        if isinstance(action, Played):
            self._play(action)
        elif action.action == "double":
            self._do(Held("roll"))
        else:
            place = "bar" if action.action == "take" else "off"
            self._tap(f"{place}-{action.side.value}")

    def _play(self, action: Played) -> None:
        turn = self._begin(action.roll, action.pawns)
        steps = parse_steps(turn.rules, turn.before, action.side, action.roll, action.play)
        self._make(steps)
        self._tap("roll")

    def _begin(self, roll: Roll, pawns: tuple[int, ...]) -> Turn:
        """The turn of a throw, which the opening may have made already."""
        if self.state.phase is Phase.TO_THROW:
            self._throw(roll, pawns)
        if self.state.turn is None:
            raise IllegalPlayError(f"expected an opening throw before {roll}")
        return self.state.turn

    def _make(self, steps: Iterable[Step]) -> None:
        for made in steps:
            for zone in moving.taps_for(self.state, made):
                self._tap(zone)

    def _resign(self, loser: Side) -> None:
        self._do(Held("undo"))
        self._tap("point-4")
        assert self.record.result is not None
        times = self.record.result.points // self.state.cube.value
        kinds = [choice.zone for choice in resign_choices(self.state)]
        if times > 1 and f"point-{times}" in kinds:
            self._tap(f"point-{times}")
        self._tap(f"roll-{loser.value}", f"roll-{loser.other.value}")

    def _run_out(self, loser: Side) -> None:
        """All of the loser's time passes in its last turn: files do not say when it passed."""
        if self.state.clock is None:
            raise IllegalPlayError("expected a clock for a loss on time")
        left = sum(self.state.clock.present(loser))
        if left > 0:
            self._do(Clocked(left))
        self._do(Flagged(loser))

    def _check(self) -> None:
        """The record must come out again, or it said something that cannot be."""
        proof = self.record.proof if self._electronic else None
        wanted = _comparable(replace(self.record, proof=proof))
        if _comparable(record_of(self.state, self.record.at)) != wanted:
            raise IllegalPlayError("expected a game as it is played here, got another course of it")


def _comparable(record: Record) -> Record:
    """Of a resigned game's last steps the order is forgotten."""
    return replace(record, steps=()) if record.ended_by in (ENDS[1], TIME) else record


def _setup(record: Record, electronic: bool) -> Setup:
    return Setup(
        record.rules_id,
        record.options,
        stake=record.stake,
        dice="electronic" if electronic else "hand",
        games=games_for(record.rules.layout.points),
        names=record.names,
        clock=record.clock.text if record.clock else OFF,
        flag=record.clock.flag if record.clock else FLAGS[0],
        file_seats=record.seats,
    )


def goes_on(state: State, following: State) -> bool:
    """Whether a chapter is the next game of the same match or series as another one.

    Where the sides are swapped, another series begins.
    """
    following = with_colours_changed(following) if following.swapped else following
    expected = state.next_chapter
    if expected is None or state.result is None or state.match_over:
        return False
    found = following.standing
    return (
        expected.started
        and (expected.score, expected.crawford_played) == (found.score, found.crawford_played)
        and expected.score == state.score
        and expected.starter is following.starter
        and expected.setup == state.setup
        and _agreed(state).named_like(following.setup) == _agreed(following)
        and _may_be_the_same(state.setup.names, following.setup.names)
    )


def _may_be_the_same(names: tuple[str, str], others: tuple[str, str]) -> bool:
    """Whether these may be the same two people: a name may be said later."""
    return all(
        name == other or not (name and other) for name, other in zip(names, others, strict=True)
    )


def _agreed(state: State) -> Setup:
    """What stays the same in a match: the dice may come from elsewhere."""
    return replace(state.setup, dice="hand")
