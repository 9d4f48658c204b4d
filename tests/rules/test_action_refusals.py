"""Everything that a game refuses, as a value."""

from dataclasses import replace
from random import Random

import pytest

from minigam.errors import IllegalPlayError
from minigam.rules import actions
from minigam.rules.action_refusals import SENTENCES, Refusal, step_of
from minigam.rules.actions import (
    Action,
    Begun,
    Committed,
    Confirmed,
    NumberGiven,
    Promised,
    Rolled,
    Shared,
    Stepped,
)
from minigam.rules.clock import TimeControl
from minigam.rules.game import MOST_OPENING_ROLLS, Game
from minigam.rules.meeting import Meeting
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.step_refusals import Empty, NoDie, NothingLeft, Reason, TooHigh
from minigam.rules.terms import Terms
from tests.rules.random_rolls import NAMES, VARIANTS, random_case
from tests.rules.test_step_refusals import Refused, check

WHITE, BLACK = Side.WHITE, Side.BLACK
MATCH = Terms("backgammon", (("length", "5"),), by_hand=True)
MINIGAM = Terms("minigam", by_hand=True)
FAIR = replace(MINIGAM, by_hand=False)
TIMED = replace(MATCH, clock=TimeControl("0:10+0"))
DICE: list[Action] = [Committed("ab" * 32), NumberGiven(WHITE, 1), NumberGiven(BLACK, 2)]
OPENED: list[Action] = [Rolled((5, 2))]
BOTH = replace(FAIR, meeting=Meeting("0c" * 16, 1, ("ab" * 32, "cd" * 32)))
"""Two boards."""
PROMISES: list[Action] = [Promised(WHITE, "ab" * 32), Promised(BLACK, "cd" * 32)]
SHARES: list[Action] = [Shared(WHITE, "ef" * 32), Shared(BLACK, "01" * 32)]
FIRST: list[Action] = [*OPENED, Stepped(12, 5), Stepped(12, 2), Confirmed()]
DOUBLE, TAKE = CubeAction(BLACK, "double"), CubeAction(WHITE, "take")
SECOND = [*FIRST, DOUBLE, TAKE, Rolled((3, 1)), Stepped(17, 3), Stepped(19, 1), Confirmed()]
THIRD = [*SECOND, Rolled((6, 5)), Stepped(12, 6), Stepped(12, 5), Confirmed()]
ENDED = actions.Closed(None, 0, "", "abandoned", 0, 6, "0c" * 32)

CASES: tuple[tuple[Terms, list[Action], Action, str], ...] = (
    (MATCH, [*FIRST, actions.Resigned(WHITE, 1)], Rolled((3, 1)), "over got='a roll'"),
    (MATCH, [*FIRST, actions.Abandoned()], Confirmed(), "abandoned got='Confirmed()'"),
    (MATCH, FIRST, ENDED, f"not-now got={str(ENDED)!r}"),
    (FAIR, DICE, actions.Revealed("cd" * 32), "not-over"),
    (FAIR, [*DICE, actions.Abandoned()], ENDED, "not-revealed"),
    (FAIR, [actions.Abandoned()], ENDED, f"not-now got={str(ENDED)!r}"),
    (FAIR, DICE, NumberGiven(WHITE, 3), "number-given side='white'"),
    (FAIR, DICE[:2], Rolled((3, 1)), "numbers-missing"),
    (FAIR, DICE, PROMISES[0], f"at-one-board got={str(PROMISES[0])!r}"),
    (FAIR, DICE, SHARES[0], f"at-one-board got={str(SHARES[0])!r}"),
    *(
        (BOTH, PROMISES, alone, f"between-boards got={str(alone)!r}")
        for alone in (
            *(DICE[0], DICE[1], actions.Revealed("cd" * 32), actions.RollTakenBack()),
            *(actions.PlayTakenBack(), actions.SetUpCorrected(), CubeAction(WHITE, "withdraw")),
        )
    ),
    (BOTH, [], PROMISES[1], "other-side side='white' got='black'"),
    (BOTH, PROMISES[:1], PROMISES[0], "promise-given side='white'"),
    (BOTH, PROMISES, PROMISES[1], "promise-given side='black'"),
    (
        BOTH,
        PROMISES[:1],
        Promised(BLACK, "ab" * 32),
        "promise-copied side='black' other='white'",
    ),
    (BOTH, PROMISES[:1], SHARES[0], "promises-missing"),
    (BOTH, PROMISES[:1], Rolled((5, 2)), "promises-missing"),
    (BOTH, PROMISES, SHARES[1], "other-side side='white' got='black'"),
    (BOTH, [*PROMISES, SHARES[0]], SHARES[0], "share-given side='white'"),
    (BOTH, PROMISES, Rolled((5, 2)), "shares-missing"),
    (BOTH, [*PROMISES, SHARES[0]], Rolled((5, 2)), "shares-missing"),
    (
        BOTH,
        [*PROMISES, *SHARES, Rolled((5, 2))],
        SHARES[0],
        "roll-unplayed dice='(5, 2)' got='a share'",
    ),
    (BOTH, PROMISES, actions.Resigned(BLACK, 1), "other-side side='white' got='black'"),
    (
        BOTH,
        [*PROMISES, actions.Resigned(WHITE, 1)],
        SHARES[0],
        "over got='a share'",
    ),
    (BOTH, [actions.Resigned(WHITE, 1)], PROMISES[0], "over got='a promise of dice'"),
    (MATCH, [], DOUBLE, "opening-missing side='black'"),
    (
        MATCH,
        [Rolled((1, 1))] * MOST_OPENING_ROLLS,
        Rolled((2, 1)),
        f"opening-too-long most={MOST_OPENING_ROLLS}",
    ),
    (MATCH, FIRST, CubeAction(WHITE, "double"), "other-side side='black' got='white'"),
    (MATCH, [*FIRST, DOUBLE], CubeAction(BLACK, "take"), "other-side side='white' got='black'"),
    (MATCH, FIRST, Stepped(12, 5), "roll-missing"),
    (MATCH, FIRST, actions.StepTakenBack(), "roll-missing"),
    (MATCH, FIRST, Confirmed(), "roll-missing"),
    (MATCH, OPENED, Rolled((3, 1)), "roll-unplayed dice='(5, 2)' got='another roll'"),
    (FAIR, [*DICE, Rolled((5, 2))], actions.RollTakenBack(), "roll-stands"),
    (MINIGAM, OPENED, Stepped(0, 4), f"no-step source=0 die=4 reason={NoDie(0, 4, (5, 2))}"),
    (MINIGAM, OPENED, Stepped(2, 5), f"no-step source=2 die=5 reason={Empty(2, 0)}"),
    (MINIGAM, OPENED, Stepped(-1, 5), f"no-step source=-1 die=5 reason={Empty(-1, 0)}"),
    (MINIGAM, OPENED, Stepped(7, 5), f"no-step source=7 die=5 reason={Empty(7, 0)}"),
    (
        MINIGAM,
        [Rolled((5, 5)), Rolled((5, 3)), Stepped(0, 5)],
        Stepped(5, 3),
        f"no-step source=5 die=3 reason={TooHigh(3, False, 5, 2)}",
    ),
    (MINIGAM, OPENED, Stepped(0, 5, "bar/4"), "no-such-way known='no way' got='bar/4'"),
    (MATCH, OPENED, actions.StepTakenBack(), "no-step-made"),
    (MATCH, [*OPENED, Stepped(12, 5)], Confirmed(), "die-unplayed dice='2'"),
    (MATCH, OPENED, actions.PlayTakenBack(), "play-stands"),
    (MATCH, THIRD, actions.SetUpCorrected(), "set-up-stands"),
    (MATCH, OPENED, actions.ColoursChanged(), "colours-stand game='Backgammon'"),
    (MATCH, [*FIRST, DOUBLE], Rolled((3, 1)), "double-unanswered got='a roll'"),
    (MATCH, FIRST, TAKE, "double-missing got='take'"),
    (MATCH, [*FIRST, DOUBLE], CubeAction(WHITE, "double"), "beaver"),
    (MATCH, OPENED, CubeAction(WHITE, "double"), "double-late side='white'"),
    (
        replace(MINIGAM, starter=WHITE),
        [],
        CubeAction(WHITE, "double"),
        "no-cube side='white' other='black'",
    ),
    (replace(MATCH, score=(4, 1)), FIRST, DOUBLE, "crawford side='black' other='white'"),
    (MATCH, SECOND, CubeAction(WHITE, "withdraw"), "double-missing got='withdraw'"),
    (MATCH, THIRD, DOUBLE, "cube-of-other side='black' other='white'"),
    (
        replace(MATCH, score=(0, 4), crawford_played=True),
        FIRST,
        DOUBLE,
        "double-useless side='black' other='white'",
    ),
    (MATCH, [*FIRST, DOUBLE], actions.Resigned(WHITE, 1), "not-resignable"),
    (MATCH, FIRST, actions.Resigned(WHITE, 4), "resigned-for known='1, 2, 3' points=4"),
    (MATCH, FIRST, actions.TimePassed(5), "clock-stands"),
    (TIMED, FIRST, actions.TimePassed(20_000), "too-much-time left=10000 got=20000"),
    (TIMED, FIRST, actions.FlagFell(WHITE), "flag-stands"),
    (replace(TIMED, seats=("human", "easy")), FIRST, actions.FlagFell(BLACK), "flag-of-computer"),
    (TIMED, FIRST, actions.FlagFell(BLACK), "time-left side='black'"),
)


@pytest.mark.parametrize(("terms", "before", "action", "words"), CASES, ids=[c[3] for c in CASES])
def test_it_says_why(terms: Terms, before: list[Action], action: Action, words: str) -> None:
    refusal = Game.of([Begun(terms)]).follow(before).why_not(action)
    assert refusal is not None
    facts = "".join(f" {name}={value!r}" for name, value in refusal.facts)
    assert f"{refusal.code}{facts}" == words


def test_every_code_is_tried() -> None:
    tried = {words.split()[0] for _, _, _, words in CASES}
    assert SENTENCES.keys() - tried == set()


def test_what_may_follow_is_not_refused() -> None:
    assert Game.of([Begun(MATCH)]).why_not(Rolled((5, 2))) is None


@pytest.mark.parametrize(("name", "variant"), list(zip(NAMES, VARIANTS, strict=True)), ids=NAMES)
def test_why_a_step_is_refused_is_true(name: str, variant: tuple[str, dict[str, str]]) -> None:
    """Of every die from every place, also where there is neither."""
    chance = Random(f"steps {name}")
    for _ in range(30):
        turn = random_case(variant, chance).turn
        if turn.next_steps and chance.random() < 0.5:
            turn = turn.play(chance.choice(turn.next_steps))
        may = {(step.source, step.die) for step in turn.next_steps}
        for source in range(-1, turn.rules.layout.off + 2):
            for die in range(8):
                if (source, die) in may:
                    found = step_of(turn, source, die)
                    assert found in turn.next_steps
                    assert (found.source, found.die) == (source, die)
                    continue
                with pytest.raises(IllegalPlayError) as caught:
                    step_of(turn, source, die)
                refusal = caught.value.reason
                assert isinstance(refusal, Refusal)
                facts = dict(refusal.facts)
                assert (refusal.code, facts["source"], facts["die"]) == ("no-step", source, die)
                check_reason(turn, source, die, facts["reason"])


def check_reason(turn: Turn, source: int, die: int, reason: object) -> None:
    """Fail where the reason is not true of this very die."""
    if not 0 <= source < turn.rules.layout.off or not turn.position.track(turn.side)[source]:
        assert isinstance(reason, Empty)
        assert reason.place == source
    elif not turn.next_steps:
        assert reason == NothingLeft()
    elif die not in turn.left:
        assert reason == NoDie(source, source + die, turn.left)
    else:
        assert isinstance(reason, Reason)
        assert getattr(reason, "die", die) == die
        check(Refused(turn, source), reason)
