"""Why an action may not follow in a game: a stable code with its facts.

What keeps one checker from moving has its own values, in `step_refusals`; here is everything else
that `Game.apply` refuses. The English of both, for files and logs, is made here. What people at a
board read is made by `table.refusal_messages`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from minigam.errors import IllegalPlayError
from minigam.rules.pawntext import format_step
from minigam.rules.plays import Turn
from minigam.rules.step_refusals import Reason, why_no_step
from minigam.rules.steps import Step

SENTENCES: Mapping[str, str] = {
    "over": "expected nothing after the result, got {got}",
    "abandoned": "expected nothing more in an abandoned game, got {got}",
    "not-now": "expected no such action now, got {got}",
    "not-over": "expected the game's end before its dice are revealed",
    "not-revealed": "expected the dice secret to be revealed before the game is closed",
    "number-given": "expected no number of {side}'s for the dice now",
    "numbers-missing": "expected both sides' numbers for the dice before a roll",
    "at-one-board": "expected no such action in a game at one board, got {got}",
    "between-boards": "expected no such action in a game between two boards, got {got}",
    "promise-given": "expected no second promise of dice by {side}'s board",
    "promise-copied": "expected {side}'s board to promise its own dice, got {other}'s promise",
    "promises-missing": "expected both boards' promises of dice before a share or a roll",
    "share-given": "expected no second share of {side}'s board for the same roll",
    "shares-missing": "expected both boards' shares before a roll",
    "opening-missing": "expected an opening roll, got {side}'s action",
    "opening-too-long": "expected at most {most} opening rolls, got more",
    "other-side": "expected {side} to act, got {got}",
    "roll-missing": "expected a roll before its steps",
    "roll-unplayed": "expected {dice} to be played, got {got}",
    "roll-stands": "expected a roll of real dice, and no step of it",
    "no-step": "expected a step that the rules allow, got {source} with {die}: {reason}",
    "no-such-way": "expected one of {known}, got {got}",
    "no-step-made": "expected a step to take back, got none",
    "die-unplayed": "expected {dice} to be played too: it can be",
    "play-stands": "expected a person's play, and no roll or double after it",
    "set-up-stands": "expected a game that has hardly begun, to correct its set-up",
    "colours-stand": "expected no change of colours now in {game}, or by a computer",
    "double-unanswered": "expected the double to be taken or dropped, got {got}",
    "double-missing": "expected a double before, got {got!r}",
    "beaver": "expected a take or a drop, got another double: a beaver, which is not played",
    "double-late": "{side} may not double: a roll or an answer comes first",
    "no-cube": "{side} may not double: this game is played without a doubling cube",
    "crawford": "{side} may not double: this is the Crawford game",
    "cube-of-other": "{side} may not double: the cube is {other}'s",
    "double-useless": "{side} may not double: this game wins {side} the match anyway",
    "not-resignable": "expected a game that goes on to be resigned",
    "resigned-for": "expected a resignation for {known} points, got {points}",
    "clock-stands": "expected a clock that runs, for time to pass",
    "too-much-time": "expected at most {left} ms to pass, got {got}",
    "flag-stands": "expected the side that has to act, on a clock, to run out",
    "flag-of-computer": "expected a person to lose on time: a computer has all the time",
    "time-left": "expected all of {side}'s time to have passed",
}
"""What each code says. The codes are a contract: add to them, and rename none."""


@dataclass(frozen=True)
class Refusal:
    """One reason.

    >>> str(Refusal("other-side", (("side", "white"), ("got", "black"))))
    'expected white to act, got black'
    """

    code: str
    """One of `SENTENCES`."""
    facts: tuple[tuple[str, str | int | Reason], ...] = ()
    """What it says, by name: sides and dice as text, numbers, and for `no-step` a `Reason`."""

    def __str__(self) -> str:
        """It in English."""
        return SENTENCES[self.code].format(**dict(self.facts))


def refused(code: str, **facts: str | int | Reason) -> IllegalPlayError:
    """The error that carries a refusal as its `reason`."""
    refusal = Refusal(code, tuple(facts.items()))
    return IllegalPlayError(str(refusal), refusal)


def step_of(turn: Turn, source: int, die: int, way: str = "") -> Step:
    """The step of a turn that begins at a track index and spends a die.

    `way`: its text, where more than one does. Raises `IllegalPlayError` where there is none.
    """
    steps = [step for step in turn.next_steps if (step.source, step.die) == (source, die)]
    if not steps:
        raise refused("no-step", source=source, die=die, reason=why_no_step(turn, source, die))
    ways = [format_step(turn.rules.layout, step) if step.way else "" for step in steps]
    if way and way not in ways:
        raise refused("no-such-way", known=", ".join(filter(None, ways)) or "no way", got=way)
    return steps[ways.index(way) if way else 0]
