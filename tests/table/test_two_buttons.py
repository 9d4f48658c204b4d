"""Choosing by roll and undo, on a board without zones to tap."""

from dataclasses import replace

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Die, Mark
from minigam.rules.position import Side, parse_position
from minigam.rules.record import Played
from minigam.table.effects import timers
from minigam.table.events import Felt
from minigam.table.light_scene import scene
from minigam.table.rolling import presser
from minigam.table.setup import Setup
from minigam.table.state import Phase
from minigam.words import Words
from tests.table.felt_board import felt_setup
from tests.table.play import Play, rolled, silent, started, with_game

FELT = felt_setup("minigam")


def test_undo_goes_round_and_roll_changes_what_it_is_on() -> None:
    play = Play(FELT)
    seen = []
    for _ in play.options:
        seen.append(play.offered)
        play.tap("undo")
    assert seen == play.options == [
        "Begin the game", "Game: Minigam", "White: person", "Black: person", "Help: none",
        "Dice: the board's", "Match: single games", "Options", "First game",
    ]  # fmt: skip
    assert play.offered == "Begin the game"
    assert play.prompt == "Roll: begin the game. Undo: the next choice."
    assert play.seen["controls"] == {
        "roll": {"live": True, "label": "Begin the game"},
        "undo": {"live": True, "label": "Next choice", "held": None},
    }
    play.tap("undo")
    assert play.prompt == "Game: Minigam. Roll changes it, undo goes to the next choice."
    play.tap("undo", "undo", "roll")
    assert play.offered == "Black: computer, easy"
    assert play.state.setup.black == "easy"


def test_only_what_is_offered_is_lit() -> None:
    play = Play(FELT)
    assert {mark.meaning for mark in scene(play.state).marks.values()} == {Meaning.ATTRACT}
    play.tap("undo", "undo")
    marks = scene(play.state).marks
    assert [zone for zone in marks if marks[zone].meaning is Meaning.CHOICE] == ["point-2"]


def test_a_display_is_told_what_the_menu_offers_and_its_last_choice_leads_back() -> None:
    play = started((5, 2), setup=FELT)
    play.tap("hold undo")
    told = play.seen
    assert [choice["zone"] for choice in told["choices"]] == [
        "point-1", "point-2", "point-3", "point-4", "back"
    ]  # fmt: skip
    offered = [(told["offered"], play.offered)]
    for _ in told["choices"]:
        play.tap("undo")
        offered.append((play.seen["offered"], play.offered))
    assert offered == [
        ("point-1", "Show position"),
        ("point-2", "Pause"),
        ("point-3", "Resign"),
        ("point-4", "Set-up was wrong"),
        ("back", "Back to the game"),
        ("point-1", "Show position"),
    ]
    play.go_to("Back to the game")
    play.tap("roll")
    assert play.state.phase is Phase.MOVING
    play.tap("hold undo")
    assert play.offered == "Show position"


def test_where_zones_are_tapped_nothing_is_offered() -> None:
    assert Play().seen["offered"] is None


def test_a_double_is_answered_by_the_side_that_was_doubled() -> None:
    play = started((5, 2), setup=felt_setup("backgammon"))
    play.state = with_game(play.state, turn=None)
    play.tap("hold roll")
    side = play.state.game.offered_by
    assert side is not None
    assert (play.state.phase, play.offered) == (Phase.DOUBLED, "Take")
    play.tap(f"roll-{side.value}")
    assert play.state.phase is Phase.DOUBLED
    play.tap("undo")
    assert play.offered == "Drop"
    play.tap(f"roll-{side.other.value}")
    assert (play.state.phase, play.state.game.ended_by) == (Phase.GAME_OVER, "dropped")


def resigning(setup: Setup) -> Play:
    """The side that plays a five and a two is about to resign."""
    play = started((5, 2), setup=setup)
    play.tap("hold undo")
    play.go_to("Resign")
    play.tap("confirm")
    assert play.state.phase is Phase.RESIGNING
    return play


def test_what_a_resignation_is_for_is_chosen_too() -> None:
    """Then it is offered to the other side, whose button alone accepts."""
    play = resigning(felt_setup("backgammon"))
    assert play.options == [
        "Offer to resign", "Resign a gammon", "Resign a backgammon", "Play on",
    ]  # fmt: skip
    play.tap("undo", "confirm")
    assert play.prompt == (
        "Resign a gammon? It costs 2 points. Roll: offer to resign. Undo: the next choice."
    )
    play.tap("roll-white", "wait")
    assert play.prompt == (
        "White offers to resign a gammon. It costs 2 points. "
        "Black: Roll: accept. Undo: the next choice."
    )
    play.tap("roll-white")
    assert play.state.phase is Phase.RESIGNING
    play.tap("roll-black")
    assert (play.state.phase, play.state.game.score) == (Phase.GAME_OVER, (0, 2))


def test_the_side_that_waits_resigns_by_its_own_button_or_nobody_does() -> None:
    play = resigning(felt_setup("minigam"))
    play.tap("roll-black")
    assert play.prompt == (
        "Black offers to resign. It costs 1 point. White: Roll: accept. Undo: the next choice."
    )
    play.tap("wait", "undo")
    assert play.offered == "Play on"
    play.tap("roll")
    assert play.state.phase is Phase.MOVING


def test_against_a_computer_roll_resigns_unless_it_is_pressed_too_soon() -> None:
    """Nor does an impatient press begin a rematch."""
    play = resigning(replace(FELT, black="easy"))
    assert play.options == ["Resign", "Play on"]
    assert play.prompt == "Resign? It costs 1 point. Roll: resign. Undo: the next choice."
    play.tap("undo", "roll", "hold undo")
    play.go_to("Resign")
    play.tap("roll", "roll")
    assert (play.state.phase, play.code) == (Phase.RESIGNING, "too-soon")
    play.tap("wait", "roll", "roll")
    assert (play.state.phase, play.code) == (Phase.GAME_OVER, "too-soon")
    assert play.state.game.score == (0, 1)


# ---- Dice rolled by hand -------------------------------------------------------------------------


def by_hand(rules_id: str, *taps: str) -> Play:
    play = Play(replace(felt_setup(rules_id), dice="hand"))
    play.tap("roll", *taps)
    return play


def enter(play: Play, *numbers: int) -> None:
    """Undo goes on to a number, and the live button enters it."""
    for number in numbers:
        play.tap(*["undo"] * (number - 1), f"roll-{presser(play.state).value}")


def test_a_number_is_shown_by_undo_and_entered_by_roll() -> None:
    play = by_hand("minigam", "undo", "undo")
    assert play.options == ["1", "2", "3", "4", "5", "6"]
    assert play.prompt == ("Opening roll by hand, white's die: 3? Roll: yes. Undo: the next one.")
    found = play.seen
    assert (found["offered"], found["controls"]["roll"]) == (
        "face-3",
        {"live": True, "label": "Enter 3"},
    )
    lit = scene(play.state)
    assert (lit.dice, lit.marks) == (
        (Die(3, white=True),),
        {"point-3": Mark(Meaning.CHOICE, 3)},
    )
    play.tap("roll-black")
    assert (play.said, play.state.entered) == ("Only white's roll button works now.", ())
    play.tap("roll-white")
    assert play.state.entered == (3,)
    assert scene(play.state).dice == (Die(3, white=True), Die(1, white=False))
    enter(play, 6)
    assert (play.state.phase, play.state.game.side, rolled(play.state)) == (
        Phase.MOVING,
        Side.BLACK,
        ((3, 6),),
    )


def test_what_was_entered_is_taken_back_at_the_end_of_the_round() -> None:
    play = by_hand("minigam", "roll-white", *["undo"] * 6)
    assert play.offered == "Take back the last number"
    assert scene(play.state).dice == (Die(1, white=True, lost=True),)
    play.tap("roll-black")
    assert play.state.entered == ()


def test_a_cocked_die_is_thrown_again_before_the_first_step() -> None:
    play = by_hand("minigam")
    enter(play, 5, 2)
    assert play.state.phase is Phase.MOVING
    assert play.seen["controls"]["undo"]["live"]
    play.tap("undo")
    assert (play.state.phase, rolled(play.state)) == (Phase.OPENING, ())
    enter(play, 4, 6)
    assert rolled(play.state) == ((4, 6),)


def test_an_opening_throw_that_is_not_played_is_entered_again() -> None:
    play = by_hand("portes")
    enter(play, 5, 2)
    assert play.state.phase is Phase.TO_THROW
    play.tap(*["undo"] * 6)
    assert play.offered == "Enter the opening roll again"
    play.tap("roll-white")
    assert (play.state.phase, rolled(play.state)) == (Phase.OPENING, ())


def test_a_pass_waits_for_roll_and_may_be_taken_back() -> None:
    """A second, impatient press does not pass."""
    play = by_hand("minigam")
    closed = parse_position("H-bbbb--", play.state.game.rules.layout)
    terms = replace(play.state.game.terms, starter=Side.WHITE)
    play.state = with_game(play.state, terms=terms, side=Side.WHITE, position=closed)
    enter(play, 2, 3)
    assert timers(silent(play.state)) == ()
    play.tap("roll-white")
    assert (play.state.phase, play.code) == (Phase.PASSING, "too-soon")
    play.tap("wait", "undo")
    assert (play.state.phase, rolled(play.state)) == (Phase.TO_THROW, ())
    enter(play, 2, 3)
    play.tap("wait", "roll-white")
    assert (play.state.phase, play.state.game.side) == (Phase.TO_THROW, Side.BLACK)
    assert play.state.game.plays[-1] == Played(Side.WHITE, (2, 3), "pass")


def test_a_rolled_pawn_shows_the_face_that_roll_would_enter() -> None:
    play = Play(
        replace(
            felt_setup("backgammon-dice-basic"), dice="hand", options=(("random_faces", "true"),)
        )
    )
    play.tap("roll")
    enter(play, 3, 2)
    play.tap(*["undo"] * 3)
    assert play.prompt == (
        "Opening roll by hand, white's pawn on point 1: "
        "4: double plus? Roll: yes. Undo: the next one."
    )
    lit = scene(play.state)
    assert lit.dice == (Die(3, white=True), Die(2, white=False))
    assert (lit.marks["point-1"], lit.marks["point-4"]) == (
        Mark(Meaning.SELECTED, faces=("double+",)),
        Mark(Meaning.CHOICE, 4),
    )
    play.tap("roll-white")
    assert play.state.entered == (3, 2, 4)


def test_a_double_comes_before_the_dice() -> None:
    play = by_hand("backgammon")
    terms = replace(play.state.game.terms, starter=Side.WHITE)
    play.state = with_game(play.state, terms=terms, side=Side.WHITE)
    assert play.prompt == (
        "White rolls by hand, or holds roll to double; the first die: 1? "
        "Roll: yes. Undo: the next one."
    )
    play.tap("hold roll")
    assert (play.state.phase, play.offered) == (Phase.DOUBLED, "Take")


def test_while_something_is_to_be_put_right_no_number_is_entered() -> None:
    play = by_hand("minigam")
    play.do(Felt("put-right", Words("Please put {put}.", put="1"), ()))
    assert play.options == []
    play.tap("roll-white")
    assert (play.code, play.state.entered) == ("put-right", ())
