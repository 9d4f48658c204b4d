"""Converts between `Game` and `Record`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from minigam.errors import CannotHoldError, IllegalPlayError
from minigam.rules import actions
from minigam.rules.actions import Action
from minigam.rules.clock import TimeControl
from minigam.rules.game import Game
from minigam.rules.match import FRESH, Standing
from minigam.rules.notation import parse_steps
from minigam.rules.pawntext import format_step
from minigam.rules.plays import Result, Turn
from minigam.rules.position import Layout, Side
from minigam.rules.record import RESIGNED, TIME, Played, Proof, Record, Roll
from minigam.rules.steps import Step, place_name
from minigam.rules.terms import Terms

# ---- From a record -------------------------------------------------------------------------------


Place = Callable[..., AbstractContextManager[object]]
"""Is entered for each part of a record that is replayed, such as `"actions", 3, "play"`: a reader
adds the part's place in its file to the message of an error."""


def _anywhere(*_part: str | int) -> AbstractContextManager[object]:
    return nullcontext()


def begun(record: Record) -> Game:
    """The game of a record up to its opening roll; raise as `game_of` does."""
    return _Replayer(record, _anywhere).game


def game_of(record: Record, place: Place = _anywhere) -> Game:
    """The game that a record tells, which must end as the record says.

    Raises `IllegalPlayError` where it breaks the rules, and `UnreadableError` or
    `AmbiguousPlayError` for a play's text.
    """
    return _whole(record, place).game


def imported(record: Record) -> tuple[Action, ...]:
    """What was decided in a record's game, where the record comes out again as it is.

    Raises as `game_of` does, and `IllegalPlayError` for a record that no game here can be.
    """
    replayer = _whole(record, _anywhere)
    if record_of(replayer.game, record.at) != record:
        raise IllegalPlayError("expected a game as it is played here, got another course of it")
    return tuple(replayer.actions)


def _whole(record: Record, place: Place) -> _Replayer:
    """All of a record's game."""
    replayer = _Replayer(record, place)
    replayer.play()
    with place("result"):
        replayer.finish()
    return replayer


class _Replayer:
    """Takes the actions of a record one after the other."""

    def __init__(self, record: Record, place: Place) -> None:
        """At the end of the opening: promise the dice, roll them, and choose the colours."""
        self._record, self._place = record, place
        with place("score"):
            terms = record.terms.swapped() if record.swapped else record.terms
            self.game, self.actions = Game.begin(terms), list[Action]([actions.Begun(terms)])
            self._promise()
        self._open()

    def _do(self, *following: Action) -> None:
        self.game = self.game.follow(following)
        self.actions += following

    def _promise(self) -> None:
        if proof := self._record.proof:
            numbers = zip(Side, proof.numbers, strict=True)
            self._do(actions.Committed(proof.commitment))
            self._do(*(actions.NumberGiven(side, number) for side, number in numbers))

    def _open(self) -> None:
        record = self._record
        every_pawns = record.opening_pawns or ((),) * len(record.opening)
        for number, (roll, pawns) in enumerate(zip(record.opening, every_pawns, strict=True)):
            with self._place("opening", number):
                if self.game.side:
                    raise IllegalPlayError(f"expected no further opening roll, got {roll}")
                self._do(actions.Rolled(roll, pawns))
        if record.swapped:
            with self._place("swapped"):
                if not self.game.opening or self.game.side is None:
                    raise IllegalPlayError(
                        "expected an opening roll before the colours are changed"
                    )
                self._do(actions.ColoursChanged())

    def play(self) -> None:
        """Every turn, double and answer."""
        record = self._record
        last = len(record.actions) - 1
        timed_out = record.result is not None and record.ended_by == TIME
        for number, entry in enumerate(record.actions):
            if isinstance(entry, Played):
                self._turn(entry, number)
                continue
            with self._place("actions", number):
                if timed_out and number == last and entry.action == "drop":
                    self.game.apply(entry)  # only checked: that nobody answered ends the game
                else:
                    self._do(entry)

    def _turn(self, played: Played, number: int) -> None:
        with self._place("actions", number):
            turn = self._roll(played.side, played.roll, played.pawns)
        with self._place("actions", number, "play"):
            steps = parse_steps(turn.rules, turn.before, played.side, played.roll, played.play)
            self._step(steps)
            self._do(actions.Confirmed())

    def _roll(self, side: Side, roll: Roll, pawns: tuple[int, ...]) -> Turn:
        turn = self.game.turn_of(side, roll, pawns)
        if self.game.turn is None:
            self._do(actions.Rolled(roll, pawns))
        return turn

    def _step(self, steps: Iterable[Step]) -> None:
        layout = self.game.rules.layout
        self._do(*(stepped(layout, step) for step in steps))

    def finish(self) -> None:
        """An unplayed roll, and the result."""
        record = self._record
        self._check_pawns()
        if record.roll:
            turn = self._roll(self.game.side or Side.WHITE, record.roll, record.pawns)
            self._step(with_steps(turn, record.steps).steps)
        elif record.steps or (self.game.owed and not self.game.result):
            raise IllegalPlayError("expected the roll that is being played, got none")
        if record.result:
            self._end(record.result)
        if record.proof:
            self._do(actions.Revealed(record.proof.secret))
        found = (self.game.result, self.game.ended_by)
        if found != (record.result, record.ended_by):
            raise IllegalPlayError(
                f"expected the result {_words(*found)}, "
                f"got {_words(record.result, record.ended_by)}"
            )

    def _check_pawns(self) -> None:
        record, rules = self._record, self.game.rules
        if (record.pawns and not record.roll) or (record.opening_pawns and not rules.random_faces):
            raise IllegalPlayError("expected no pawns where none are rolled")

    def _end(self, result: Result) -> None:
        if result.winner is None:
            return
        loser, ended_by = result.winner.other, self._record.ended_by
        if ended_by == RESIGNED:
            self._do(actions.Resigned(loser, result.points))
        if ended_by == TIME:
            # All of the loser's time passes in its last turn: files do not say when it passed.
            clock = self.game.clock
            left = sum(clock.present(loser)) if clock and self.game.acting is loser else 0
            self._do(*([actions.TimePassed(left)] if left > 0 else []), actions.FlagFell(loser))


def stepped(layout: Layout, step: Step) -> actions.Stepped:
    """A step as an action."""
    return actions.Stepped(step.source, step.die, format_step(layout, step) if step.way else "")


def with_steps(turn: Turn, texts: Iterable[str]) -> Turn:
    """A turn with steps made, from their texts; of two that fit, the one a tap would make."""
    for text in texts:
        written = [(_step_text(turn.rules.layout, step), step) for step in turn.next_steps]
        fits = [step for known, step in written if known == text]
        if not fits:
            known = ", ".join(dict.fromkeys(known for known, _ in written)) or "no more steps"
            raise IllegalPlayError(f"expected one of {known}, got {text!r}")
        turn = turn.play(fits[0])
    return turn


def _step_text(layout: Layout, step: Step) -> str:
    """A step in `Record.steps`."""
    if step.way:
        return format_step(layout, step)
    return f"{place_name(layout, step.source)}/{place_name(layout, step.target)}"


def _words(found: Result | None, ended_by: str) -> str:
    if found is None:
        return "none"
    return f"{found.winner_name or 'nobody'} wins {found.points} ({found.kind}, {ended_by})"


# ---- To a record ---------------------------------------------------------------------------------


def record_of(game: Game, at: str = "") -> Record:
    """The record of a game that was begun at that time.

    Raises `CannotHoldError` at a moment that no record has room for.

    >>> record_of(Game.begin(Terms("minigam"))).terms.names
    ('White', 'Black')
    """
    opening, unplayed = game.opening, game.unplayed
    if len(unplayed) > 1 and not game.result:
        raise CannotHoldError(
            "the set-up was corrected after a second roll: play the first one before exporting"
        )
    roll, pawns = unplayed[0] if unplayed else (None, ())
    made = game.turn.steps if roll and game.turn else ()
    return Record(
        replace(game.terms, clock=_clock(game)),
        at=at,
        opening=tuple(dice for dice, _ in opening),
        opening_pawns=tuple(rolled for _, rolled in opening) if game.rules.random_faces else (),
        swapped=game.swapped,
        actions=game.entries,
        roll=roll,
        pawns=pawns,
        steps=tuple(_step_text(game.rules.layout, step) for step in made),
        result=game.result,
        ended_by=game.ended_by,
        proof=_proof(game),
    )


def _clock(game: Game) -> TimeControl | None:
    """What was agreed, and what the match had left before this game."""
    agreed, clock = game.terms.clock, game.clock
    if agreed is None or clock is None:
        return None
    whole = (clock.limits.bank, clock.limits.bank)
    return replace(agreed, banks=None if clock.banks == whole else clock.banks)


def _proof(game: Game) -> Proof | None:
    white, black = game.numbers
    if game.commitment is None or game.secret is None or white is None or black is None:
        return None
    return Proof(game.commitment, (white, black), game.secret)


# ---- Matches -------------------------------------------------------------------------------------


def next_standing(game: Game) -> Standing:
    """Where the match or series stands after a game that is over; a new one begins at nothing."""
    if game.match_over or game.terms.is_played_on:
        return FRESH
    return game.standing.after(game.rules, game.score)


def goes_on(game: Game, following: Game) -> bool:
    """Whether a game is the next one of the same match or series as another.

    Where the players change sides for it, another series begins.
    """
    if game.result is None or game.match_over or game.terms.is_played_on:
        return False
    starter = game.result.winner if game.rules.winner_starts else None
    terms = following.terms.swapped() if following.swapped else following.terms
    return (
        next_standing(game) == terms.standing
        and terms.starter is starter
        and terms.start is None
        and _agreed(game.terms) == _agreed(terms)
        and _may_be_the_same(game.terms.names, terms.names)
    )


def _agreed(terms: Terms) -> Terms:
    """What stays the same in a match: dice may come from elsewhere, a name may be said later."""
    clock = replace(terms.clock, banks=None) if terms.clock else None
    settled = tuple(sorted(terms.options))
    return Terms(
        terms.rules_id,
        settled,
        terms.seats,
        hints=terms.hints,
        teacher=terms.teacher,
        clock=clock,
        stake=terms.stake,
    )


def _may_be_the_same(names: tuple[str, str], others: tuple[str, str]) -> bool:
    """Whether these may be the same two people."""
    return all(
        name == other or not (name and other) for name, other in zip(names, others, strict=True)
    )
