"""What a teacher says of a person's plays, and when somebody looks them up for it."""

from dataclasses import replace

import pytest

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Mark
from minigam.rules.position import Side
from minigam.rules.record import Played
from minigam.table.effects import (
    COMPUTER_SECONDS,
    VERDICT_SECONDS,
    AssessPlay,
    FindBestPlay,
    timers,
    wants,
)
from minigam.table.events import Assessed, Hinted, PlayChosen, Unknown
from minigam.table.light_scene import scene
from minigam.table.setup import Setup, games_for
from minigam.table.setup_choices import setup_choices, with_next_choice
from minigam.table.state import Phase
from tests.table.play import Play, agreed, at, started

TAUGHT = Setup(teacher=True, hints=True, solved=("minigam",))
PLAYED = Played(Side.WHITE, (5, 2), "bar/2 bar/5")
WORSE = Assessed(1, 0.036, 0.072, "bar/off")


def confirmed(setup: Setup = TAUGHT) -> Play:
    """The opening 5-2, played as two checkers from the bar."""
    play = started((5, 2), (6, 1), (4, 2), setup=setup)
    play.tap("bar-white", "point-5", "bar-white", "point-2", "confirm")
    return play


def judged(verdict: Assessed = WORSE, setup: Setup = TAUGHT) -> Play:
    play = confirmed(setup)
    play.do(verdict)
    return play


def wanted(play: Play) -> list[type]:
    return [type(effect) for effect in wants(play.state)]


def lanes(play: Play) -> dict[str, Mark]:
    return dict(scene(play.state).marks)


def computers_moment(play: Play) -> float:
    """The seconds until the computer rolls."""
    return {timer.name: timer.seconds for timer in timers(play.state)}["computer"]


# Who has a teacher


@pytest.mark.parametrize("solved", [("minigam",), ()], ids=["solved", "not solved"])
def test_a_teacher_is_offered_in_every_game(solved: tuple[str, ...]) -> None:
    for rules_id in games_for(6):
        setup = Setup(rules_id, solved=solved)
        values, after = [], setup
        for _ in range(4):
            values.append(setup_choices(after)[3].value)
            after = with_next_choice(after, "point-4") or after
        assert (values, after) == (["none", "hints", "teacher", "both"], setup)


def test_it_stays_in_another_game_and_without_a_table() -> None:
    assert with_next_choice(TAUGHT, "point-1") == replace(TAUGHT, rules_id="minigam-full-entry")
    assert TAUGHT.where(False, ()) == Setup(hints=True, teacher=True)
    assert TAUGHT.where(False, TAUGHT.solved) == TAUGHT


# After a turn


def test_a_persons_play_is_looked_up_once_where_there_is_a_teacher() -> None:
    play = confirmed()
    assert wants(play.state) == (AssessPlay(play.turn, PLAYED, 1),)
    play.do(WORSE)
    assert wants(play.state) == ()
    assert wants(confirmed(replace(TAUGHT, teacher=False)).state) == ()


def test_computers_and_passes_are_not_judged() -> None:
    play = started((5, 2), setup=replace(TAUGHT, white="easy"))
    play.do(PlayChosen(((0, 5), (0, 2))))
    play.tap("wait", "confirm")
    assert play.state.phase is Phase.TO_THROW
    assert wants(play.state) == ()
    passed = at("H-bbbb--", (2, 3), setup=TAUGHT)
    passed.tap("confirm")
    assert (passed.state.phase, wants(passed.state)) == (Phase.TO_THROW, ())


def test_what_a_play_gave_away_is_said_and_lit() -> None:
    play = confirmed()
    assert lanes(play)["point-5"] == Mark(Meaning.LAST)
    play.do(WORSE)
    assert play.seen["verdict"] == {
        "side": "white",
        "roll": [5, 2],
        "play": "bar/2 bar/5",
        "was_best": False,
        "best": "bar/off",
        "win": 0.036,
        "equity": 0.072,
        "text": "White's 5-2: bar/2 bar/5 gave away 3.6 % of the chance to win. "
        "The best was bar/off. Undo takes it back.",
        "page": "White's 5-2: bar/2 bar/5 gave away 3.6 % of the chance to win. "
        "The best was bar/off. You can take it back.",
        "watching": "White's 5-2: bar/2 bar/5 gave away 3.6 % of the chance to win. "
        "The best was bar/off.",
    }
    cost = Mark(Meaning.COST, 4)
    assert lanes(play) == {"point-2": cost, "point-5": cost}


def test_with_dice_thrown_by_hand_it_is_lit_until_the_first_is_tapped_in() -> None:
    play = Play(replace(TAUGHT, dice="hand"))
    play.tap("roll", "point-5", "point-2")
    play.tap("bar-white", "point-5", "bar-white", "point-2", "confirm")
    play.do(WORSE)
    choices = {f"point-{face}": Mark(Meaning.CHOICE, face) for face in range(1, 7)}
    cost = Mark(Meaning.COST, 4)
    assert lanes(play) == choices | {"point-2": cost, "point-5": cost}
    assert "Undo takes it back." in play.seen["verdict"]["text"]
    play.tap("point-3")
    assert lanes(play) == choices
    assert "Undo" not in play.seen["verdict"]["text"]


def test_little_is_called_little() -> None:
    play = judged(Assessed(1, 0.0004, 0.0008, "bar/off"))
    told = play.seen["verdict"]["text"]
    assert told.startswith("White's 5-2: bar/2 bar/5 gave away less than 0.1 %. The best")


def test_where_wins_count_more_than_one_it_is_said_in_points() -> None:
    setup = agreed("hypergammon", teacher=True, solved=("hypergammon",))
    play = started((6, 5), setup=setup)
    play.tap("point-24", "point-18", "point-23", "point-18", "confirm")
    play.do(Assessed(1, 0.03, 0.1234, "24/13"))
    assert "gave away 0.123 points." in play.seen["verdict"]["text"]
    assert lanes(play)["point-18"] == Mark(Meaning.COST, 7)


def test_the_best_play_is_praised() -> None:
    play = judged(Assessed(1, 0.0, 0.0, "bar/2 bar/5"))
    told = play.seen["verdict"]
    praise = "White's 5-2: bar/2 bar/5 was the best play."
    assert (told["was_best"], told["text"]) == (True, praise)
    assert lanes(play) == dict.fromkeys(("point-2", "point-5"), Mark(Meaning.BEST))


def test_a_play_that_is_taken_back_is_judged_anew_and_no_other_is() -> None:
    play = confirmed()
    play.do(replace(WORSE, turn=2))
    assert play.seen["verdict"] is None
    play.do(WORSE)
    play.tap("undo")
    assert play.seen["verdict"] is None
    play.do(WORSE)
    assert play.seen["verdict"] is None
    play.tap("confirm")
    assert wanted(play) == [AssessPlay]


def test_it_stays_while_the_computer_plays_and_goes_when_a_person_throws() -> None:
    play = judged(setup=replace(TAUGHT, black="easy"))
    play.tap("point-1")
    play.state = replace(play.state, rolling=True)
    play.tap("hold roll")
    assert play.state.phase is Phase.MOVING
    text = play.seen["verdict"]["text"]
    assert text.endswith("The best was bar/off.")
    by_person = judged()
    by_person.tap("confirm")
    assert (by_person.state.phase, by_person.state.transient.verdict) == (Phase.MOVING, None)


def test_a_restart_forgets_it_and_asks_again() -> None:
    play = judged()
    assert play.replayed == play.state.game
    play.restart()
    assert wanted(play) == [AssessPlay]


# Before a turn ends


def test_undo_held_shows_the_whole_play_and_held_again_the_menu() -> None:
    play = started((5, 2), setup=TAUGHT)
    play.tap("bar-white", "point-5")
    made = play.turn
    play.tap("hold undo")
    assert wants(play.state) == (FindBestPlay(made.with_steps(())),)
    play.do(Hinted(((0, 2), (2, 5))))
    assert play.said == (
        "The best play: white's bar to point 2, then point 2 to white's off tray. "
        "Hold undo again for the menu."
    )
    hint = Mark(Meaning.HINT)
    assert {zone for zone, mark in lanes(play).items() if mark == hint} == {
        "bar-white", "point-2", "off-white"
    }  # fmt: skip
    assert play.state.turn == made
    play.tap("bar-white", "point-2")  # the turn only waits for roll
    assert (play.state.phase, hint in lanes(play).values()) == (Phase.TURN_OVER, False)
    play.tap("hold undo")
    play.do(Hinted(((0, 2), (2, 5))))
    assert (play.code, lanes(play)["off-white"]) == ("best", hint)
    play.tap("hold undo")
    assert play.state.phase is Phase.MENU


def test_a_hint_before_it_does_not_stand_in_its_way() -> None:
    play = started((5, 2), setup=TAUGHT)
    play.tap("hold roll")
    play.do(Hinted(((0, 2), (2, 5))))
    assert play.said == "Hint: white's bar to point 2."
    play.tap("hold undo")
    assert wanted(play) == [FindBestPlay]


@pytest.mark.parametrize(
    "setup",
    [
        replace(TAUGHT, hints=False),
        replace(TAUGHT, teacher=False),
        replace(TAUGHT, white="easy"),
    ],
    ids=["no hints", "no teacher", "a computer's turn"],
)
def test_else_undo_held_is_the_menu(setup: Setup) -> None:
    play = started((5, 2), setup=setup)
    play.tap("hold undo")
    assert play.state.phase is Phase.MENU


def test_the_menu_offers_it_too() -> None:
    play = started((5, 2), setup=TAUGHT)
    assert play.seen["controls"]["undo"]["held"] == "best"
    play.tap("hold undo")
    assert play.seen["controls"]["undo"]["held"] == "menu"
    play.tap("hold undo")
    names = [*play.choices.values()]
    assert names[:4] == ["Show position", "Pause", "Resign", "Best play"]
    play.tap("Best play")
    assert wanted(play) == [FindBestPlay]


# Without the values


def test_where_the_values_cannot_be_read_it_says_so_and_nobody_waits() -> None:
    """Nor is another hint called the best play."""
    play = confirmed(replace(TAUGHT, black="easy"))
    assert computers_moment(play) == VERDICT_SECONDS
    play.do(Unknown())
    assert (wants(play.state), play.code) == ((), "no-table")
    assert (play.seen["verdict"], computers_moment(play)) == (None, COMPUTER_SECONDS)
    play = started((5, 2), setup=TAUGHT)
    play.tap("hold undo")
    play.do(Unknown())
    assert (wants(play.state), play.code) == ((), "no-table")
    assert Mark(Meaning.HINT) not in lanes(play).values()
