"""What a play gave away, beside the best, and the sentence that says so."""

from dataclasses import dataclass
from functools import partial

from minigam.rules.play_words import play_words
from minigam.rules.record import Played
from minigam.rules.ruleset import RuleSet
from minigam.words import Words, joined

LEAST = 0.1
"""The smallest share of the chance to win that is said as a number, in percent."""
NO_REASON = Words("")
"""Why a play is worse, where that is not plain."""


@dataclass(frozen=True)
class PlayAssessment:
    """What a play gave away."""

    played: Played
    best: str
    """The best play; the one that was played, where that is as good."""
    win: float
    """The chance to win that the best play would have kept; 0 for the best."""
    equity: float
    """Likewise in points."""
    why: Words = NO_REASON
    """Why it is worse, where that is plain."""

    @property
    def was_best(self) -> bool:
        """Whether no play was better."""
        return self.equity == 0


def assessment_words(rules: RuleSet, verdict: PlayAssessment) -> Words:
    """What a play gave away, and what was better."""
    played = verdict.played
    words = partial(play_words, rules.layout, played.side)
    roll = f"{played.roll[0]}-{played.roll[1]}"
    said = {"side": played.side.title, "roll": roll, "play": words(played.play)}
    if verdict.was_best:
        return Words("{side}'s {roll}: {play} was the best play.", **said)
    cost = _cost_words(rules, verdict)
    gave = Words("{side}'s {roll}: {play} gave away {cost}.", **said, cost=cost)
    return joined([gave, Words("The best was {play}.", play=words(verdict.best)), verdict.why])


def _cost_words(rules: RuleSet, verdict: PlayAssessment) -> Words:
    if not rules.only_wins:
        return Words("{points:.3f} points", points=verdict.equity)
    percent = 100 * verdict.win
    if percent >= LEAST:
        return Words("{percent:.1f} % of the chance to win", percent=percent)
    return Words("less than {least} %", least=LEAST)
