"""A strip's bytes are read as the lights that were drawn, whatever the brightness."""

import pytest

from minigam.board.current_limit import dimmed
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import DARK, Die, Mark, Scene, Segment, bytes_of, frame_of, render
from minigam.board.profile import load_profile
from minigam.hil.light_reader import contradictions, is_dark, lane, pips, says, unsaid

LANES = {"point-1": Segment(0, 8), "point-2": Segment(8, 8)}
MOMENTS = [moment / 20 for moment in range(60)]
LIT = [meaning for meaning in Meaning if meaning not in (Meaning.NONE, Meaning.TURN)]


@pytest.mark.parametrize("meaning", LIT, ids=lambda meaning: meaning.value)
@pytest.mark.parametrize("level", [1.0, 0.5, 0.15])
def test_each_meaning_is_told_from_all_others(meaning: Meaning, level: float) -> None:
    scene = Scene({"point-1": Mark(meaning)})
    frames = [dimmed(render(scene, LANES, 16, moment), level) for moment in MOMENTS]
    lanes = [lane(frame, LANES["point-1"]) for frame in frames]
    lit = [colors for colors in lanes if not is_dark(colors)]
    assert lit
    assert all(says(colors, meaning) for colors in lit)
    lights = {"point-1": meaning.value, "point-2": "none"}
    assert [contradictions(frame, lights, LANES) for frame in frames] == [[]] * len(frames)
    assert unsaid(frames, lights, LANES) == []


def test_a_lane_that_contradicts_is_told_by_what_it_is() -> None:
    lit = render(Scene({"point-2": Mark(Meaning.ERROR)}), LANES, 16, 0.0)
    wrong = contradictions(lit, {"point-1": "none", "point-2": "none"}, LANES)
    assert wrong == ["point-2: expected none, got error"]
    two_colours = ((0, 110, 255), (9, 200, 9), *[DARK] * 14)
    wrong = contradictions(two_colours, {"point-1": "source"}, LANES)
    assert wrong == ["point-1: expected source, got the colour (0, 110, 255)"]


def test_a_light_that_stays_dark_is_not_said() -> None:
    frames = [render(Scene(), LANES, 16, moment) for moment in MOMENTS]
    assert unsaid(frames, {"point-1": "hit"}, LANES) == ["point-1: expected hit, got darkness"]


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG"])
def test_the_bytes_of_the_wire_are_the_frame_that_was_sent(order: str) -> None:
    strip = load_profile("sim").strip
    scene = Scene({"point-1": Mark(Meaning.COST)}, turn=(True, False))
    frame = render(scene, strip.segments, strip.pixels, 0.3)
    assert frame_of(bytes_of(frame, order), order) == frame


@pytest.mark.parametrize("value", range(1, 7))
def test_the_pips_of_two_dice(value: int) -> None:
    strip = load_profile("sim").strip
    dice = (Die(value, white=True), Die(7 - value, white=False, used=True))
    frame = render(Scene(dice=dice), strip.segments, strip.pixels, 0.0)
    assert pips(frame, strip.segments["dice"]) == [value, 7 - value]
