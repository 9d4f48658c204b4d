"""A game as one immutable value: how it began, what was decided since, and where that has led."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from minigam.errors import IllegalPlayError, MinigamError, UnreadableError
from minigam.rules import actions
from minigam.rules.action_refusals import Refusal, refused, step_of
from minigam.rules.actions import Applied
from minigam.rules.clock import ROUNDED_MS, Clock, limits
from minigam.rules.cube import Cube
from minigam.rules.match import after_tie, most_points, resigned, staked
from minigam.rules.notation import format_steps, parse_steps
from minigam.rules.pawns import thrown
from minigam.rules.plays import KINDS, Result, Turn, result
from minigam.rules.position import Side
from minigam.rules.record import DROPPED, RESIGNED, TIME, CubeAction, Played, Roll
from minigam.rules.shares import check_kind, check_resigning, check_roll, promised, shared
from minigam.rules.situation import Situation
from minigam.rules.steps import Step
from minigam.rules.terms import Terms

MOST_OPENING_ROLLS = 1000
"""Fair dice do not tie so often: what has more was made up."""
AFTERWARDS = (actions.Named, actions.Revealed, actions.Closed)
"""What may follow when a game was abandoned."""
NEVER_PLAYED = (
    MinigamError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AssertionError,
)
"""What an action that was never played may raise when it is applied: a file may hold anything."""


@dataclass(frozen=True)
class Game(Situation):
    """A game at any moment. `begin` makes one, and `apply` the one after an action.

    >>> game = Game.begin(Terms("backgammon", by_hand=True)).apply(actions.Rolled((5, 2)))
    >>> game = game.apply(Played(Side.WHITE, (5, 2), "13/11 13/8"))
    >>> game.side, game.entries
    (<Side.BLACK: 'black'>, (Played(side=<Side.WHITE: 'white'>, roll=(5, 2), play='13/11 13/8', \
pawns=()),))
    """

    @classmethod
    def begin(cls, terms: Terms) -> Game:
        """A game at its beginning; raise as `Terms.check` does."""
        terms.check()
        first, agreed, clock = terms.first, terms.clock, None
        if agreed and (given := limits(agreed.text, terms.rules.length)):
            clock = Clock(given, agreed.banks or (given.bank, given.bank))
        side = terms.starter if terms.by_hand else None
        return cls(terms, first.position, first.cube, side, clock=clock)

    @classmethod
    def of(cls, following: Iterable[Applied]) -> Game:
        """The game that a journal's actions lead to.

        Raises `UnreadableError` unless the first one, and no other, begins it, and
        `IllegalPlayError` for one that the rules forbid.
        """
        first, *others = tuple(following) or (None,)
        if not isinstance(first, actions.Begun):
            raise UnreadableError(f"expected a game's beginning, got {first}")
        return cls.begin(first.terms).follow(others)

    # Actions

    def apply(self, action: Applied) -> Game:
        """The game after an action.

        Raises `IllegalPlayError` where the rules forbid it, `UnreadableError` and
        `AmbiguousPlayError` for the text of a `Played`.
        """
        if self.abandoned and not isinstance(action, AFTERWARDS):
            raise refused("abandoned", got=str(action))
        check_kind(self, action)
        after = self._after(action)
        if self.clock is None or after.clock is None:
            return after
        return replace(after, clock=_timed(self, action, after, after.clock))

    def why_not(self, action: Applied) -> Refusal | None:
        """Why an action may not follow; None for one that may, or whose text cannot be read.

        >>> game = Game.begin(Terms("minigam", by_hand=True, starter=Side.WHITE))
        >>> game.why_not(actions.Confirmed())
        Refusal(code='roll-missing', facts=())
        >>> refusal = game.apply(actions.Rolled((5, 2))).why_not(actions.Stepped(0, 4))
        >>> refusal.facts[-1]
        ('reason', NoDie(source=0, target=4, dice=(5, 2), half=False, of_pawn=False))
        """
        try:
            self.apply(action)
        except IllegalPlayError as refusal:
            return refusal.reason if isinstance(refusal.reason, Refusal) else None
        except MinigamError:
            return None
        return None

    def follow(self, following: Iterable[Applied]) -> Game:
        """The game after actions, one after the other."""
        return reduce(Game.apply, following, self)

    def _after(self, action: Applied) -> Game:
        match action:
            case actions.Stepped():
                return replace(self, turn=self._playing().play(self.step_of(action)))
            case actions.StepTakenBack():
                return self._take_back_step()
            case actions.Confirmed():
                return self._confirm()
            case actions.Rolled(dice, pawns):
                return self._roll(dice, pawns)
            case Played():
                return self._play(action)
            case CubeAction():
                return self._turn_cube(action)
            case actions.RollTakenBack():
                return self._take_back_roll()
            case actions.PlayTakenBack():
                return self._take_back_play()
            case actions.Resigned(side, points):
                return self._resign(side, points)
            case actions.SetUpCorrected():
                return self._correct()
            case actions.ColoursChanged():
                return self._change_colours()
            case actions.TimePassed(milliseconds):
                return self._pass_time(milliseconds)
            case actions.FlagFell(side):
                return self._run_out(side)
            case actions.Named(names):
                return replace(self, terms=replace(self.terms, names=names), closed=None)
            case actions.Abandoned():
                self._check_goes_on("an abandoned game")
                return replace(self, abandoned=True)
            case actions.Committed(commitment) if self.commitment is None and not self.rolls:
                self._check_goes_on("a promise of dice")
                return replace(self, commitment=commitment)
            case actions.NumberGiven(side, number):
                return self._give_number(side, number)
            case actions.Promised(side, commitment):
                return self._promise(side, commitment)
            case actions.Shared(side, secret):
                self._check_goes_on("a share")
                return replace(self, shares=shared(self, side, secret))
            case actions.Revealed(secret) if self.secret is None and self.commitment:
                if not (self.has_ended or self.terms.imported):
                    raise refused("not-over")
                return replace(self, secret=secret)
            case actions.Closed() if self.closed is None and self.has_begun and self.has_ended:
                if self.commitment and self.secret is None:
                    raise refused("not-revealed")
                return replace(self, closed=action)
        raise refused("not-now", got=str(action))

    def _give_number(self, side: Side, number: int) -> Game:
        given, other = side.of(self.numbers), side.other.of(self.numbers)
        if self.commitment is None or given is not None or self.rolls:
            raise refused("number-given", side=side.value)
        both = side.pair(number, other)
        starts = self.terms.starter if None not in both else None
        return replace(self, numbers=both, side=starts)

    def _promise(self, side: Side, commitment: str) -> Game:
        self._check_goes_on("a promise of dice")
        both = promised(self, side, commitment)
        starts = self.terms.starter if None not in both else None
        return replace(self, promises=both, side=starts)

    # Rolls and steps

    def turn_of(self, side: Side, dice: Roll, pawns: tuple[int, ...] = ()) -> Turn:
        """The turn that a side's roll begins; raise `IllegalPlayError` where it may not roll."""
        self._expect(side)
        if self.doubled:
            raise refused("double-unanswered", got="a roll")
        if self.turn is None:
            return Turn.of(self.rules, thrown(self.rules, self.position, side, pawns), side, dice)
        if (dice, pawns) != self.unplayed[0] or self.turn.steps:
            raise refused("roll-unplayed", dice=str(self.unplayed[0][0]), got=str(dice))
        return self.turn

    def rolling(self, side: Side, dice: Roll, pawns: tuple[int, ...] = ()) -> Game:
        """The game with a side's roll to be played; raise as `turn_of` does."""
        turn = self.turn_of(side, dice, pawns)
        if self.turn:
            return self
        check_roll(self)
        rolls = (*self.rolls, (dice, pawns))
        return replace(self, position=turn.before, rolls=rolls, turn=turn, confirmed=None)

    def _roll(self, dice: Roll, pawns: tuple[int, ...]) -> Game:
        self._check_goes_on("a roll")
        alone = not (self.terms.by_hand or self.terms.shared)
        if alone and None in (self.commitment, *self.numbers):
            raise refused("numbers-missing")
        if self.side is None:
            return self._open(dice, pawns)
        if self.turn:
            raise refused("roll-unplayed", dice=str(self.unplayed[0][0]), got="another roll")
        return self.rolling(self.side, dice, pawns)

    def _open(self, dice: Roll, pawns: tuple[int, ...]) -> Game:
        check_roll(self)
        if len(self.rolls) == MOST_OPENING_ROLLS:
            raise refused("opening-too-long", most=MOST_OPENING_ROLLS)
        position = thrown(self.rules, self.position, None, pawns)
        game = replace(self, rolls=(*self.rolls, (dice, pawns)), position=position)
        if dice[0] == dice[1]:
            return replace(game, cube=after_tie(self.rules, self.cube))
        game = replace(game, side=Side.WHITE if dice[0] > dice[1] else Side.BLACK)
        return game if self.rules.throws_again else game._begin_turn(dice)

    def _begin_turn(self, dice: Roll) -> Game:
        assert self.side is not None
        turn = Turn.of(self.rules, self.position, self.side, dice)
        return replace(self, turn=turn, confirmed=None)

    def _playing(self) -> Turn:
        self._check_goes_on("a step")
        if self.turn is None:
            raise refused("roll-missing")
        return self.turn

    def step_of(self, action: actions.Stepped) -> Step:
        """The step that an action means; raise `IllegalPlayError` where there is none."""
        return step_of(self._playing(), action.source, action.die, action.way)

    def _take_back_step(self) -> Game:
        turn = self._playing()
        if not turn.steps:
            raise refused("no-step-made")
        return replace(self, turn=turn.take_back())

    def _confirm(self) -> Game:
        turn, (dice, pawns) = self._playing(), self.unplayed[0]
        if not turn.may_end:
            raise refused("die-unplayed", dice="-".join(map(str, turn.left)))
        text = format_steps(self.rules.layout, turn.steps)
        entries = (*self.entries, Played(turn.side, dice, text, pawns))
        after = replace(self, position=turn.position, turn=None, confirmed=turn, entries=entries)
        if ended := result(self.rules, turn.position):
            return replace(after, result=staked(self.rules, ended, self.cube))
        after = replace(after, side=turn.side.other)
        waiting = after.unplayed  # the set-up was corrected after the second roll
        return after._begin_turn(waiting[0][0]) if waiting else after

    def _play(self, played: Played) -> Game:
        rolled = self.rolling(played.side, played.roll, played.pawns)
        before = rolled._playing().before
        steps = parse_steps(self.rules, before, played.side, played.roll, played.play)
        turn = reduce(Turn.play, steps, rolled._playing())
        return replace(rolled, turn=turn)._confirm()

    # What is taken back

    def _take_back_play(self) -> Game:
        if not self.may_take_back_play:
            raise refused("play-stands")
        turn = self.confirmed
        assert turn is not None
        return replace(
            self,
            side=turn.side,
            position=turn.before,
            turn=turn,
            confirmed=None,
            entries=self.entries[:-1],
        )

    def _take_back_roll(self) -> Game:
        if not self.may_take_back_roll:
            raise refused("roll-stands")
        before = replace(self, rolls=self.rolls[:-1], turn=None)
        if not self.last_was_opening:
            return before
        before = before._with_other_colours() if self.swapped else before
        cube, position = before._cube_at_start(), before.terms.first.position
        return replace(before, side=None, position=position, cube=cube)

    def _cube_at_start(self) -> Cube:
        """The cube before any double: ties in the opening may have turned it."""
        cube = self.terms.first.cube
        for (one, other), _ in self.opening:
            cube = after_tie(self.rules, cube) if one == other else cube
        return cube

    def _correct(self) -> Game:
        if not self.may_correct_set_up:
            raise refused("set-up-stands")
        again = replace(
            self,
            position=self.terms.first.position,
            side=self.plays[0].side if self.plays else self.side,
            cube=self._cube_at_start(),
            doubled=False,
            entries=(),
        )
        return again._begin_turn(again.unplayed[0][0])

    def _change_colours(self) -> Game:
        if not self.may_change_colours:
            raise refused("colours-stand", game=self.rules.title)
        return self._with_other_colours()._begin_turn(self.unplayed[0][0])

    def _with_other_colours(self) -> Game:
        """The same game, the players having changed colours: whoever was to play still is."""
        return replace(
            self,
            terms=self.terms.swapped(),
            side=self.side.other if self.side else None,
            swapped=not self.swapped,
            clock=self.clock.swapped() if self.clock else None,
            promises=self.promises[::-1],
            shares=self.shares[::-1],
        )

    # The cube, and what ends a game early

    def _turn_cube(self, action: CubeAction) -> Game:
        if action.action == "double":
            return self._double(action.side)
        if not self.doubled or self.side is None:
            raise refused("double-missing", got=action.action)
        if action.action == "withdraw":
            self._expect(action.side)
            return replace(self, doubled=False, entries=self.entries[:-1])
        self._check_goes_on("an answer")
        if action.side is self.side:
            raise refused("other-side", side=self.side.other.value, got=self.side.value)
        return self._answer(action)

    def _double(self, side: Side) -> Game:
        if self.doubled and side is not self.side:
            raise refused("beaver")
        self._expect(side)
        if self.doubled or self.turn or self.roll_is_due:
            raise refused("double-late", side=side.value)
        if why := self.why_no_double(side):
            raise refused(why, side=side.value, other=side.other.value)
        return replace(self, doubled=True, entries=(*self.entries, CubeAction(side, "double")))

    def _answer(self, answer: CubeAction) -> Game:
        answered = replace(self, doubled=False, entries=(*self.entries, answer))
        if answer.action == "take":
            return replace(answered, cube=self.cube.taken_by(answer.side))
        lost = Result(answer.side.other, self.cube.value, KINDS[0])
        return replace(answered, result=lost, ended_by=DROPPED, confirmed=None)

    def _resign(self, side: Side, points: int) -> Game:
        if self.result or self.doubled or self.abandoned:
            raise refused("not-resignable")
        check_resigning(self, side)
        kinds = range(1, most_points(self.rules, self.cube) + 1)
        worths = (resigned(self.rules, self.cube, side.other, times) for times in kinds)
        prices = {worth.points: worth for worth in worths}
        if points not in prices:
            raise refused("resigned-for", known=", ".join(map(str, prices)), points=points)
        return self._given_up(prices[points], RESIGNED)

    def _given_up(self, lost: Result, ended_by: str) -> Game:
        """A game that ends with the checkers where they are, in the midst of a turn too."""
        return replace(self, result=lost, ended_by=ended_by, confirmed=None)

    def _pass_time(self, milliseconds: int) -> Game:
        side = self.acting
        running = side is not None and not self.result and self.terms.is_person(side)
        running = running and not self.roll_is_due
        if self.clock is None or side is None or milliseconds <= 0 or not running:
            raise refused("clock-stands")
        left = sum(self.clock.present(side))
        if self.flag_loses and milliseconds > left + ROUNDED_MS:
            raise refused("too-much-time", left=left, got=milliseconds)
        return replace(self, clock=self.clock.passed(milliseconds))

    def _run_out(self, side: Side) -> Game:
        """It loses a single game, the cube counted, or drops the double."""
        self._check_goes_on("a loss on time")
        stands = self.acting is not side or self.roll_is_due
        if self.clock is None or stands or side in self.clock.fallen:
            raise refused("flag-stands")
        if not self.terms.is_person(side):
            raise refused("flag-of-computer")
        fallen = replace(self.clock, fallen=(*self.clock.fallen, side))
        game = replace(self, clock=fallen)
        if sum(self.clock.present(side)) > ROUNDED_MS:
            raise refused("time-left", side=side.value)
        if not self.flag_loses:
            return game
        if self.doubled:
            return replace(game._answer(CubeAction(side, "drop")), ended_by=TIME)
        return game._given_up(resigned(self.rules, self.cube, side.other, 1), TIME)

    # Who may act

    def _check_goes_on(self, what: str) -> None:
        if self.result or self.abandoned:
            raise refused("over", got=what)

    def _expect(self, side: Side) -> None:
        self._check_goes_on(f"{side.value}'s action")
        if self.side is None:
            raise refused("opening-missing", side=side.value)
        if side is not self.side:
            raise refused("other-side", side=self.side.value, got=side.value)


def _timed(before: Game, action: Applied, now: Game, clock: Clock) -> Clock:
    """The clock after an action: a turn has ended, or was taken back."""
    made = len(now.entries) - len(before.entries)
    if made > 0:
        return clock.ended(now.entries[-1].side)
    if made == -1 and not isinstance(action, actions.SetUpCorrected):  # else all is taken back
        return clock.taken_back()
    recoloured = now.swapped is not before.swapped
    owner = before.side.other if before.side and recoloured else before.side
    over = now.result is not None and before.result is None
    if owner and (over or made < 0 or now.side is not owner):
        return clock.ended(owner)
    return clock
