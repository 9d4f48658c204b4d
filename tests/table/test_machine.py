"""The turn machine, by taps."""

from dataclasses import replace
from random import Random

import pytest

from minigam.errors import IllegalPlayError
from minigam.rules.actions import Rolled
from minigam.rules.position import Side
from minigam.rules.record import Played
from minigam.table import events
from minigam.table.effects import (
    ChoosePlay,
    CloseGame,
    Commit,
    Reveal,
    Timer,
    seed_of,
    timers,
    wants,
)
from minigam.table.events import Elapsed, Event, Tapped
from minigam.table.machine import step
from minigam.table.setup import Setup
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, Picked, opened
from tests.table.play import Play, at, rolled, silent, started, throws, with_game

START = "H------h"
TAUGHT = Setup(hints=True, teacher=True, solved=("minigam",))

BOARD_INPUTS = (
    *(f"point-{number}" for number in range(1, 7)),
    *("bar-white", "bar-black", "off-white", "off-black", "roll-white", "roll-black", "undo"),
)


# Opening


def test_opening_commits_before_anyone_adds_a_number() -> None:
    state = step(opened(events.Opened(Setup())), Tapped("roll", 1))
    assert (state.phase, wants(state)) == (Phase.OPENING, (Commit(),))
    state = step(state, Tapped("roll", 2))
    assert state.game.numbers == (None, None)


def test_each_side_presses_and_the_higher_plays_both_dice() -> None:
    play = Play(dice=[(2, 5)])
    play.tap("roll-white", "roll-black")
    white, black = play.state.game.numbers
    assert (white, black) == (None, 2)
    play.tap("roll-black")
    assert play.said == "Black has pressed already."
    play.tap("roll-white")
    assert play.state.game.numbers == (4, 2)
    assert play.said == "Black rolled higher and plays 2 and 5."
    assert play.see("phase", "turn", "sources") == ["moving", "black", ["bar-black"]]
    assert [die["value"] for die in play.seen["dice"]] == [2, 5]


@pytest.mark.parametrize(
    "event", [Elapsed("again"), Tapped("roll", 9)], ids=["a moment", "a press"]
)
def test_a_tie_is_thrown_again_after(event: Event) -> None:
    play = started((3, 3), (6, 1))
    assert (play.state.phase, play.said) == (Phase.OPENING, "Both rolled a 3: roll again.")
    assert Timer("again", 2.0, 1) in timers(play.state)
    assert play.seen["controls"]["roll"] == {"live": True, "label": "Roll"}
    play.do(event)
    assert (play.state.phase, play.state.game.side) == (Phase.MOVING, Side.WHITE)
    assert rolled(play.state) == ((3, 3), (6, 1))


def test_a_computer_gives_its_number_by_itself() -> None:
    play = Play(Setup(black="easy"), [(6, 1)])
    play.tap("roll")
    assert play.state.game.numbers == (None, 7)
    play.tap("roll-black")
    assert play.said == "Only white's roll button works now."
    play.tap("roll-white")
    assert play.state.phase is Phase.MOVING


# Moving


@pytest.mark.parametrize(
    ("taps", "selected", "sources", "targets", "stands"),
    [
        (["bar-white"], "bar-white", [], ["point-5", "point-2"], START),
        (["bar-white", "bar-white"], None, ["bar-white"], [], START),
        (["bar-white", "point-5"], None, ["bar-white", "point-5"], [], "G----A-h"),
        (["bar-white", "point-2"] * 2, "point-2", [], ["off-white"], "G-A----h"),
        (["bar-white", "point-5", "undo"], None, ["bar-white"], [], START),
        (
            ["bar-white", "point-5", "bar-white", "undo"],
            None,
            ["bar-white", "point-5"],
            [],
            "G----A-h",
        ),
    ],
    ids=["picked up", "put back", "moved", "another", "a step taken back", "a touch taken back"],
)
def test_a_checker_is_picked_up_moved_and_taken_back(
    taps: list[str], selected: str | None, sources: list[str], targets: list[str], stands: str
) -> None:
    play = started((5, 2))
    play.tap(*taps)
    found = play.see("phase", "selected", "sources", "targets", "position")
    assert found == ["moving", selected, sources, targets, stands]


def test_a_turn_is_confirmed_and_roll_is_deaf_for_a_moment() -> None:
    play = started((5, 2), (4, 4))
    play.tap("bar-white", "point-5", "bar-white", "point-2")
    assert play.see("phase", "sources") == ["turn-over", []]
    play.tap("roll")
    assert play.see("phase", "turn") == ["to-throw", "black"]
    assert play.state.game.plays == (Played(Side.WHITE, (5, 2), "bar/2 bar/5"),)
    play.tap("roll")
    assert play.said == "Too soon after the last press: press roll again."
    assert Timer("dead", 0.8, 1) in timers(play.state)
    play.tap("wait", "roll-white")
    assert play.said == "Only black's roll button works now."
    play.tap("roll-black")
    assert play.see("phase", "turn") == ["moving", "black"]


def test_full_entry_bears_off_only_with_an_empty_bar() -> None:
    play = at("A-----Ah", (1, 2), setup=Setup("minigam-full-entry"))
    play.tap("point-6")
    assert play.said == (
        "The 1 would bear off, but 1 checker must enter from the bar first. "
        "The 2 is too high: point 6 bears off with exactly a 1."
    )


def test_a_roll_without_a_play_passes_by_itself() -> None:
    play = at("H-bbbb--", (2, 3), (1, 6))
    assert play.see("phase", "sources") == ["passing", []]
    assert play.said == "White cannot play 2 and 3: the turn passes."
    assert [die["lost"] for die in play.seen["dice"]] == [True, True]
    assert Timer("pass", 2.5, 2) in timers(play.state)
    play.tap("point-1")
    assert play.said == "No checker can move with this roll: the turn passes."
    play.do(Elapsed("pass"))
    assert play.see("phase", "turn") == ["to-throw", "black"]
    assert play.state.game.plays[-1] == Played(Side.WHITE, (2, 3), "pass")
    play.tap("undo")
    assert play.said == "There is no play to take back."


def test_a_lost_die_is_shown_and_said() -> None:
    play = at("A-bbbb--", (1, 3))
    play.tap("bar-white", "point-1")
    assert play.seen["phase"] == "turn-over"
    assert play.seen["dice"] == [
        {"value": 1, "used": True, "lost": False, "side": "white"},
        {"value": 3, "used": False, "lost": True, "side": "white"},
    ]
    assert play.prompt == "White has played. The 3 is lost. Roll confirms, undo takes back."


REFUSED_AT_THE_START = {
    "point-3": "There is no white checker on point 3.",
    "bar-black": "It is white's turn, and black's bar holds black's checkers.",
    "off-white": "Checkers in white's off tray stay off: first tap the checker to move.",
    "roll": "Not finished yet: the 5 can still be played, for example from white's bar.",
    "roll-black": "Only white's roll button works now.",
    "undo": "There is nothing to take back: a roll counts.",
    "bar-white point-4": "No single die goes from white's bar to point 4: you have 5 and 2.",
    "bar-white off-black": "White's checkers cannot go to black's off tray.",
}
REFUSALS = [
    *((START, (5, 2), taps, reason) for taps, reason in REFUSED_AT_THE_START.items()),
    ("H----b-f", (5, 2), "point-5", "The 2 checkers on point 5 are black's, not yours."),
    ("H----a-g", (5, 2), "point-5", "The checker on point 5 is black's, not yours."),
    (
        "GA---c-e",
        (4, 4),
        "point-1",
        "The 4 cannot land on point 5: black holds it with 3 checkers.",
    ),
    (
        "G---A--h",
        (5, 4),
        "point-4",
        "The 5 is too high: point 4 bears off with exactly a 3. "
        "The 4 is too high: point 4 bears off with exactly a 3.",
    ),
    (
        "H----b-f",
        (5, 2),
        "bar-white point-5",
        "The 5 cannot land on point 5: black holds it with 2 checkers.",
    ),
    (
        "G---A--h",
        (2, 1),
        "point-4 point-2",
        "Checkers move one way only: point 2 lies behind point 4.",
    ),
]


@pytest.mark.parametrize(("start", "roll", "taps", "reason"), REFUSALS)
def test_every_refusal_says_why_and_changes_nothing(
    start: str, roll: tuple[int, int], taps: str, reason: str
) -> None:
    *first, last = taps.split()
    play = at(start, roll)
    play.tap(*first)
    before = silent(play.state)
    play.tap(last)
    assert (play.said, silent(play.state)) == (reason, before)
    assert play.state.transient.notice is not None
    assert play.state.transient.notice.zone in (last, "turn")


def test_entering_on_an_own_point_by_the_letter_is_refused_in_words() -> None:
    play = at("GAb-b--d", (1, 3), setup=Setup(options=(("enter_on_own", "false"),)))
    play.tap("bar-white", "point-1")
    assert play.said == "The 1 cannot enter on point 1: your own checker stands there."


def test_a_confirmed_turn_is_taken_back_until_the_next_throw() -> None:
    play = started((5, 2), (4, 4))
    play.tap("bar-white", "point-5", "bar-white", "point-2", "roll", "undo")
    assert play.see("phase", "turn", "position") == ["turn-over", "white", "F-A--A-h"]
    assert play.state.game.plays == ()
    play.tap("undo", "bar-white", "point-2", "confirm", "roll", "undo")
    assert play.said == "There is nothing to take back: a roll counts."
    assert play.state.game.side is Side.BLACK


# The end


def test_nobody_is_told_to_press_roll_again_where_the_computer_throws() -> None:
    """By then it would confirm the computer's play unseen."""
    play = started((5, 2), (4, 4), setup=Setup(black="easy"))
    play.tap("bar-white", "point-5", "bar-white", "point-2", "roll", "roll")
    assert play.see("phase", "turn") == ["to-throw", "black"]
    assert play.said == "The computer rolls by itself in a moment."
    play.do(Elapsed("computer"))
    assert (play.seen["phase"], play.said) == ("moving", "")


def finished(setup: Setup | None = None) -> Play:
    play = at("------Ah", (1, 2), (6, 5), setup=setup)
    play.tap("point-6", "off-white")
    return play


def test_the_game_ends_with_the_last_checker_and_its_secret_is_revealed() -> None:
    play = finished()
    assert play.see("phase", "result") == ["turn-over", None]
    play.tap("roll", "roll")
    assert play.said == "Too soon after the last press: press roll again."
    won = {"winner": "white", "points": 1, "kind": "single"}
    assert play.see("phase", "result", "score") == ["game-over", won, {"white": 1, "black": 0}]
    assert play.seen["fairness"]["secret"] == "cd" * 32
    play.tap("undo")
    assert play.said == "The game is over and its dice are revealed."


def test_a_rematch_keeps_the_score_and_swapping_sides_takes_it_along() -> None:
    play = finished(Setup(black="easy"))
    play.tap("confirm", "point-2")
    assert play.state.game.score == (0, 1)
    assert (play.state.setup.white, play.state.setup.black) == ("easy", "human")
    assert (play.state.phase, play.state.game.plays) == (Phase.OPENING, ())
    assert play.seen["position"] == START


def test_a_tap_right_after_a_game_begins_nothing() -> None:
    """It was meant for the last step, such as one of a computer's: what comes next lies there."""
    play = finished()
    before = play.state.game
    for zone in ("off-white", "point-2", "point-3"):
        play.tap("roll", zone)
        assert play.said == "Too soon after the end of the game: tap again."
        assert (play.state.phase, play.state.game.terms) == (Phase.GAME_OVER, before.terms)
    play.tap("wait", "point-2")
    assert play.state.phase is Phase.OPENING


def test_after_a_game_the_set_up_can_be_changed() -> None:
    play = finished()
    play.tap("confirm", "point-3")
    assert (play.state.phase, play.state.game.score) == (Phase.ATTRACT, (0, 0))
    play.tap("off-black")
    assert play.said == "Set up the game with the lit points, then press roll."


def test_a_new_game_by_a_hold_from_anywhere() -> None:
    play = started((5, 2))
    play.tap("bar-white", "hold roll+undo")
    assert play.state == opened(events.Opened(Setup()))


# Around the game


def test_the_attract_scene_sets_everything_up() -> None:
    play = Play()
    play.tap("point-1", "point-2", "point-3", "point-3", "point-4", "point-5", "point-6")
    assert play.state.setup == Setup(
        "minigam-full-entry",
        (("length", "1"),),
        white="easy",
        black="medium",
        hints=True,
        dice="hand",
    )
    values = [choice["value"] for choice in play.seen["choices"]]
    assert values == [
        "Minigam, full entry", "computer, easy", "computer, medium", "hints", "by hand", "to 1",
        "", "",
    ]  # fmt: skip


def test_menu_pause_and_back() -> None:
    play = started((5, 2))
    play.tap("bar-white", "point-5")
    before = silent(play.state)
    play.tap("hold undo")
    assert play.see("phase", "dice", "position") == [
        "menu",
        snapshot(before, 1)["dice"],
        "G----A-h",
    ]
    play.tap("Pause")
    assert play.state.phase is Phase.PAUSED
    play.tap("bar-black")
    assert silent(play.state) == before


@pytest.mark.parametrize(
    ("setup", "taps", "advice"),
    [
        (Setup(), (), []),
        (Setup(hints=True), (), ["Hint"]),
        (Setup(hints=True), ("bar-white", "point-5", "bar-white", "point-2"), []),
        (Setup(hints=True, white="easy"), (), []),
        (TAUGHT, (), ["Best play"]),
        (TAUGHT, ("bar-white", "point-5", "bar-white", "point-2"), ["Best play"]),
        (replace(TAUGHT, white="easy"), (), []),
    ],
    ids=str,
)
def test_the_menu_offers_advice_where_it_is_given(
    setup: Setup, taps: tuple[str, ...], advice: list[str]
) -> None:
    play = started((5, 2), setup=setup)
    play.tap(*taps)
    play.do(events.Commanded(events.Command.MENU))
    zones, names = [*play.choices], [*play.choices.values()]
    assert [name for name in names if name in ("Hint", "Best play")] == advice
    assert zones == [f"point-{number}" for number in range(1, len(names) + 1)]
    play.tap(*advice)
    assert (play.state.phase is Phase.MENU) == (not advice)


def test_a_computer_is_not_asked_to_accept_a_resignation() -> None:
    """The person's roll resigns, whichever button; the words say so."""
    play = started((5, 2), setup=Setup(black="easy"))
    play.tap("hold undo", "Resign")
    assert play.prompt == "Resign? It costs 1 point. Press roll to resign, undo to play on."
    assert play.seen["controls"]["roll"]["label"] == "Resign"
    for touch, said in (
        ("point-1", "Press roll to resign, undo to play on."),
        ("roll-black", "Only white's roll button works now."),
    ):
        play.tap(touch)
        assert play.said == said
    play.tap("roll-white")
    assert play.seen["result"] == {"winner": "black", "points": 1, "kind": "resigned"}


def test_show_position_lasts_until_a_touch() -> None:
    play = started((5, 2))
    play.do(events.PositionRequested())
    assert play.state.transient.showing
    assert Timer("position", 6.0, 1) in timers(play.state)
    play.tap("bar-white")
    assert not play.state.transient.showing
    assert play.state.selected == Picked(0)


def test_hands_off_until_quiet() -> None:
    play = started((5, 2))
    play.do(events.HandsOff(True, "point-3"))
    assert play.said == (
        "Too many things are pressed at once, or point 3 is held down: hands off, please."
    )
    before = silent(play.state)
    play.tap("bar-white", "roll", "hold roll+undo")
    assert silent(play.state) == before
    play.do(events.HandsOff(False))
    play.tap("bar-white")
    assert play.state.selected == Picked(0)


# Dice rolled by hand


def test_dice_thrown_by_hand_are_tapped_in_and_can_be_cancelled() -> None:
    play = Play(Setup(dice="hand"))
    play.tap("roll", "roll")
    assert play.said == "Roll by hand: tap the number of white's die."
    play.tap("point-5")
    assert [die["value"] for die in play.seen["dice"]] == [5]
    play.tap("undo", "point-6", "bar-white")
    assert play.said == "Roll by hand: tap the number of black's die."
    play.tap("point-4")
    assert (play.state.phase, play.state.game.side) == (Phase.MOVING, Side.WHITE)
    play.tap("undo")
    assert (play.state.phase, play.state.game.side, rolled(play.state)) == (Phase.OPENING, None, ())
    play.tap("point-2", "point-4", "bar-black", "point-3", "undo", "undo")
    assert play.state.phase is Phase.OPENING
    play.tap("point-2", "point-4", "bar-black", "point-3", "bar-black", "point-5", "confirm")
    assert play.seen["position"] == "H--a-a-f"
    play.tap("point-1", "point-1")
    assert (play.state.phase, rolled(play.state)) == (Phase.MOVING, ((2, 4), (1, 1)))
    assert play.state.game.commitment is None


# The computer


def computer_to_play() -> Play:
    play = started((2, 5), setup=Setup(black="medium"))
    assert wants(play.state) == (
        ChoosePlay(play.turn, "medium", False, seed=seed_of(play.state.game)),
    )
    play.do(events.PlayChosen(((0, 5), (0, 2))))
    return play


def test_the_computers_steps_are_made_by_the_person() -> None:
    play = computer_to_play()
    play.tap("wait")
    assert play.see("selected", "sources", "targets", "step") == [
        "bar-black",
        [],
        ["point-2"],
        {"from": "bar-black", "via": [], "to": "point-2"},
    ]
    play.tap("point-4")
    assert play.said == (
        "First make the computer's step: from black's bar to point 2, then tap point 2."
    )
    play.tap("bar-black", "point-2", "point-5")
    assert play.see("phase", "turn", "position") == ["to-throw", "white", "H-a--a-f"]
    play.tap("undo")
    assert play.said == "The computer's play counts. White rolls next."


def test_roll_accepts_all_of_the_computers_steps_unless_it_is_pressed_at_once() -> None:
    play = computer_to_play()
    play.tap("roll")
    assert play.state.phase is Phase.MOVING
    play.tap("wait", "roll")
    assert play.see("phase", "position") == ["to-throw", "H-a--a-f"]


def test_an_illegal_choice_is_a_fault_not_a_move() -> None:
    play = started((2, 5), setup=Setup(black="easy"))
    with pytest.raises(
        IllegalPlayError, match="expected a step that the rules allow, got 0 with 6"
    ):
        play.do(events.PlayChosen(((0, 6),)))
    with pytest.raises(IllegalPlayError, match="expected a complete play"):
        play.do(events.PlayChosen(((0, 5),)))


def test_hints_on_request_only() -> None:
    play = started((5, 2))
    play.tap("hold roll")
    assert play.said == "Hints are off in this game."
    play = started((5, 2), setup=Setup(hints=True))
    play.tap("hold roll")
    assert wants(play.state) == (
        ChoosePlay(play.turn, "expert", True, seed=seed_of(play.state.game)),
    )
    play.do(events.Hinted(((0, 5), (0, 2))))
    assert play.said == "Hint: white's bar to point 5."
    assert play.seen["advice"] == [{"from": "bar-white", "via": [], "to": "point-5"}]
    assert wants(play.state) == ()
    before = silent(play.state)
    play.tap("bar-white")
    assert play.state.transient.advised is None
    assert play.seen["advice"] == []
    play.do(events.Hinted(((0, 5), (0, 2))))
    assert (play.state.transient.advised, play.state.turn) == (None, before.turn)


def test_a_hint_may_be_to_stop() -> None:
    """As where the other die had no step at the start, and the one it has now is worse."""
    play = at("-A-b----", (2, 1), setup=Setup(hints=True))
    play.tap("point-1", "point-2", "hold roll")
    play.do(events.Hinted(()))
    assert play.said == "Hint: press roll to end the turn."
    assert play.state.transient.advised == ()


def test_the_last_play_is_shown_until_the_next_roll() -> None:
    play = started((5, 2), (1, 1))
    assert play.seen["last_play"] is None
    play.tap("bar-white", "point-5", "bar-white", "point-2")
    assert play.seen["last_play"] is None
    play.tap("confirm")
    ways = [{"from": "bar-white", "via": [], "to": f"point-{number}"} for number in (2, 5)]
    assert play.seen["last_play"] == {"side": "white", "moves": ways}
    play.tap("wait", "roll")
    assert play.see("phase", "last_play") == ["moving", None]


# Faults, and what was decided


def test_a_throw_that_was_not_asked_for_is_a_fault() -> None:
    play = started((5, 2))
    with pytest.raises(IllegalPlayError, match=r"expected no roll now, got Rolled\(dice=\(5, 2\)"):
        step(play.state, Rolled((5, 2)))


@pytest.mark.parametrize(("first", "last"), [(0, 10), pytest.param(10, 40, marks=pytest.mark.slow)])
def test_what_was_decided_leads_to_the_same_game(first: int, last: int) -> None:
    """Random touches, refused ones and forgotten words among them; only decisions are kept."""
    compared = 0
    for seed in range(first, last):
        chance = Random(seed)
        setup = Setup(
            chance.choice(["minigam", "minigam-full-entry"]),
            hints=chance.random() < 0.5,
            teacher=chance.random() < 0.5,
            dice=chance.choice(["electronic", "hand"]),
            solved=("minigam", "minigam-full-entry"),
        )
        play = Play(setup, throws(chance))
        for number in range(1, 401):
            play.do(random_event(play, chance))
            in_play = play.state.phase is not Phase.ATTRACT and play.state.tutorial is None
            if number % 40 == 0 and in_play:
                assert play.replayed == play.state.game
                compared += 1
    assert compared > 5 * (last - first)


def random_event(play: Play, chance: Random) -> Event:
    if chance.random() < 0.1:
        rare: list[Event] = [
            events.Held("undo"),
            events.Held("undo"),
            events.Held("roll"),
            events.Commanded(chance.choice(list(events.Command))),
            events.Assessed(len(play.state.game.entries), 0.1, 0.2, "bar/1"),
            events.Unknown(),
            events.PositionRequested(),
            events.HandsOff(True, "roll"),
            events.HandsOff(False),
            *(Elapsed(timer.name) for timer in timers(play.state)),
        ]
        return chance.choice(rare)
    found = play.seen
    zones = found["targets"] or found["sources"] or ["roll"]
    if chance.random() < 0.5:
        return Tapped(chance.choice(zones), chance.randrange(10**6))
    return Tapped(chance.choice(BOARD_INPUTS), chance.randrange(10**6))


def test_at_its_end_a_game_shows_its_secret_and_then_what_it_came_to() -> None:
    play = at("------Ah", (2, 1))
    play.tap("point-6", "off-white", "confirm")
    over = play.state
    assert over.phase is Phase.GAME_OVER
    committed = with_game(over, commitment="ab" * 32, secret=None, closed=None)
    assert wants(committed) == (Reveal(),)
    assert wants(with_game(committed, secret="cd" * 32)) == (CloseGame(),)
    assert wants(over) == ()
