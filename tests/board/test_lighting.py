"""What the lights show, read off rendered frames as an eye would."""

from collections import Counter
from functools import cache
from itertools import combinations, groupby, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.board.animation import ASLEEP_STEP, ATTRACT_STEP, GAME_STEP
from minigam.board.light_meanings import LIGHTS, VOCABULARY, Color, Meaning
from minigam.board.lighting import (
    BLACK_SIDE,
    DARK,
    WHITE_SIDE,
    Die,
    Frame,
    Mark,
    Scene,
    Segment,
    render,
)

RATE = 200
"""Looks a second."""
SECONDS = 12
LANE = 8
SEEN = [light.meanings[0] for light in VOCABULARY]
"""One of each look."""
COUNTED = (
    Meaning.SOURCE,
    Meaning.COST,
    Meaning.POSITION_WHITE,
    Meaning.POSITION_BLACK,
    Meaning.MISSING_WHITE,
    Meaning.MISSING_BLACK,
    Meaning.ERROR,
)
"""These light as many pixels as they have to say."""
Film = tuple[Frame, ...]


def film(scene: Scene, segments: dict[str, Segment], pixels: int, step: float = 0.0) -> Film:
    looks = range(RATE * SECONDS)
    return tuple(render(scene, segments, pixels, look / RATE, step) for look in looks)


@cache
def lane_film(mark: Mark, pixels: int = LANE, step: float = 0.0) -> Film:
    return film(Scene({"point-1": mark}), {"point-1": Segment(0, pixels)}, pixels, step)


def luminance(color: Color) -> float:
    """How bright, whatever the hue (ITU-R BT.709)."""
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


@cache
def shares(frames: Film) -> dict[tuple[int, ...], float]:
    """Which patterns a colour-blind eye sees, and for which share of the time each.

    In quarters of the full brightness: finer steps are no difference.
    """
    brightest = max(luminance(color) for frame in frames for color in frame)
    looks = Counter(
        tuple(round(4 * luminance(color) / brightest) for color in frame) for frame in frames
    )
    return {pattern: count / len(frames) for pattern, count in looks.items()}


def difference(one: Film, other: Film) -> float:
    """The share of the time by which two lights differ, however they are shifted."""
    ours, theirs = shares(one), shares(other)
    return sum(abs(ours.get(seen, 0) - theirs.get(seen, 0)) for seen in ours | theirs) / 2


def name_of(meaning: Meaning) -> str:
    return meaning.value


MARKS = [
    [Mark(meaning) for meaning in SEEN if meaning is not Meaning.TURN],
    *([Mark(meaning, count) for meaning in COUNTED] for count in range(1, LANE + 1)),
]


@pytest.mark.parametrize("step", [0.0, GAME_STEP])
@pytest.mark.parametrize(
    ("one", "other"),
    [pair for marks in MARKS for pair in combinations(marks, 2)],
    ids=lambda mark: f"{mark.meaning.value} {mark.count or ''}",
)
def test_two_meanings_differ_for_a_colour_blind_eye(one: Mark, other: Mark, step: float) -> None:
    assert difference(lane_film(one, step=step), lane_film(other, step=step)) > 0.05


@pytest.mark.parametrize("turn", [(True, False), (False, True)])
@pytest.mark.parametrize("meaning", [Meaning.ERROR, Meaning.WIN], ids=name_of)
def test_the_turn_differs_from_what_may_stand_in_its_place(
    meaning: Meaning, turn: tuple[bool, bool]
) -> None:
    pair = {"turn": Segment(0, 2)}
    shown = film(Scene(turn=turn), pair, 2)
    instead = film(Scene({"turn": Mark(meaning)}, turn=turn), pair, 2)
    assert difference(shown, instead) > 0.05


def rises(levels: list[float]) -> list[int]:
    """The looks at which a pixel, dark before, rises through half its own maximum."""
    half = max(levels) / 2
    pairs = zip([0.0, *levels], levels, strict=False)
    return [look for look, (before, now) in enumerate(pairs) if before <= half < now]


@pytest.mark.parametrize("step", [0.0, ATTRACT_STEP, GAME_STEP, ASLEEP_STEP])
@pytest.mark.parametrize("pixels", [1, 2, 3, LANE, 15])
@pytest.mark.parametrize("meaning", SEEN, ids=name_of)
def test_no_pixel_flashes_more_than_three_times_a_second(
    meaning: Meaning, pixels: int, step: float
) -> None:
    frames = lane_film(Mark(meaning), pixels, step)
    for pixel in range(pixels):
        times = rises([luminance(frame[pixel]) for frame in frames])
        assert all(
            fourth - first >= RATE for first, fourth in zip(times, times[3:], strict=False)
        ), times


def test_nor_does_a_die() -> None:
    frames = film(Scene(dice=(Die(1, True, lost=True),)), {"dice": Segment(0, 7)}, 7)
    times = rises([luminance(frame[3]) for frame in frames])
    assert 1 < len(times) <= SECONDS


@pytest.mark.parametrize("meaning", SEEN, ids=name_of)
def test_every_meaning_is_lit_at_once(meaning: Meaning) -> None:
    (first, *_) = lane_film(Mark(meaning))
    assert any(color != DARK for color in first)


def test_a_refusal_is_seen_at_once_and_in_full() -> None:
    assert lane_film(Mark(Meaning.ERROR))[: RATE // 10] == (((255, 0, 0),) * LANE,) * (RATE // 10)


SCENES = {
    **{meaning.value: Scene({"point-1": Mark(meaning)}) for meaning in LIGHTS},
    "nothing": Scene(),
    "turn": Scene(turn=(True, False)),
    "a die": Scene(dice=(Die(5, True),)),
    "a used die": Scene(dice=(Die(5, True, used=True),)),
    "a lost die": Scene(dice=(Die(5, True), Die(2, True, lost=True))),
    "a pawn whose face blinks": Scene({"point-1": Mark(Meaning.SELECTED, faces=("half-",))}),
    "a lane that moves among those that rest": Scene(
        {"point-1": Mark(Meaning.SELECTED), "point-2": Mark(Meaning.TARGET)}
    ),
}
BOARD = {
    "point-1": Segment(0, 8),
    "point-2": Segment(8, 8),
    "dice": Segment(16, 14),
    "turn": Segment(30, 2),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_scene_moves_exactly_if_its_frames_differ(scene: Scene) -> None:
    assert (scene.period > 1) == (len(set(film(scene, BOARD, 32))) > 1)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_scene_is_smooth_exactly_if_steps_change_it(scene: Scene) -> None:
    stepped = film(scene, BOARD, 32, GAME_STEP)
    assert scene.is_smooth == (stepped != film(scene, BOARD, 32))
    changes = sum(before != now for before, now in pairwise(stepped))
    assert not scene.is_smooth or changes <= 4 * SECONDS


# Lanes


@pytest.mark.parametrize(
    ("count", "lit"), [(None, 8), (0, 0), (1, 1), (3, 3), (8, 8), (9, 8), (15, 8)]
)
def test_a_mark_lights_as_many_pixels_as_it_counts(count: int | None, lit: int) -> None:
    scene = Scene({"point-1": Mark(Meaning.SELECTED, count)})
    frame = render(scene, {"point-1": Segment(2, 8)}, 12, 0.0)
    assert frame == (DARK,) * 2 + ((255, 255, 255),) * lit + (DARK,) * (10 - lit)


zones = st.sampled_from(["point-1", "point-2", "bar-white", "dice", "turn"])
marks = st.builds(
    Mark, st.sampled_from(sorted(LIGHTS, key=name_of)), st.none() | st.integers(0, 12)
)
dice = st.builds(Die, st.integers(1, 6), st.booleans(), st.booleans(), st.booleans())
scenes = st.builds(
    Scene,
    st.dictionaries(zones, marks),
    st.lists(dice, max_size=4).map(tuple),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from([(), (3, 1), (3, 1, 4, 1, 5, 2)]),
)


@given(scenes, st.floats(0, 1000), st.sets(zones))
def test_only_segments_are_lit_and_only_those_with_something_to_say(
    scene: Scene, seconds: float, wired: set[str]
) -> None:
    places = {"point-1": Segment(1, 8), "point-2": Segment(10, 3), "bar-white": Segment(14, 1),
              "dice": Segment(16, 14), "turn": Segment(31, 2)}  # fmt: skip
    segments = {name: places[name] for name in wired}
    speaking = set(scene.marks) | ({"dice"} if scene.dice or scene.code else set())
    speaking |= {"turn"} if any(scene.turn) else set()
    frame = render(scene, segments, 40, seconds)
    allowed = {pixel for name in wired & speaking for pixel in segments[name].pixels}
    assert len(frame) == 40
    assert {pixel for pixel, color in enumerate(frame) if color != DARK} <= allowed
    assert all(0 <= channel <= 255 for color in frame for channel in color)


segments = st.builds(Segment, st.integers(0, 20), st.integers(0, 10))


@given(segments, segments)
def test_segments_overlap_where_they_share_a_pixel(one: Segment, other: Segment) -> None:
    assert one.overlaps(other) == bool(set(one.pixels) & set(other.pixels))


# Dice and turn

FACES = {
    1: ("   ",
        " o ",
        "   "),
    2: ("o  ",
        "   ",
        "  o"),
    3: ("o  ",
        " o ",
        "  o"),
    4: ("o o",
        "   ",
        "o o"),
    5: ("o o",
        " o ",
        "o o"),
    6: ("o o",
        "o o",
        "o o"),
}  # fmt: skip
"""The faces of a die, as everybody knows them."""
PLACES = ((0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (1, 2), (2, 2))
"""Row and column of a face's seven pixels: the order of the wiring, in `lighting.FACE_PIXELS`."""


def picture(face: tuple[Color, ...]) -> tuple[str, ...]:
    lit = {place for place, color in zip(PLACES, face, strict=True) if color != DARK}
    return tuple("".join("o" if (row, column) in lit else " " for column in range(3))
                 for row in range(3))  # fmt: skip


@pytest.mark.parametrize(("left", "right"), list(product(FACES, FACES)))
def test_dice_show_their_pips(left: int, right: int) -> None:
    scene = Scene(dice=(Die(left, True), Die(right, False)))
    frame = render(scene, {"dice": Segment(1, 14)}, 16, 0.0)
    assert (picture(frame[1:8]), picture(frame[8:15])) == (FACES[left], FACES[right])
    assert set(frame[1:8]) <= {DARK, WHITE_SIDE}
    assert set(frame[8:15]) <= {DARK, BLACK_SIDE}


def test_a_code_is_shown_by_twos_with_a_longer_pause_before_it_begins_again() -> None:
    dice = {"dice": Segment(0, 14)}
    code = Scene(code=(3, 1, 4, 6))
    frames = (render(code, dice, 14, (look + 0.5) / 20) for look in range(2 * 118))
    shown = [(render(Scene(dice=pair), dice, 14, 0.0), seconds) for pair, seconds in (
        ((Die(3, True), Die(1, False)), 1.6), ((), 0.5),
        ((Die(4, True), Die(6, False)), 1.6), ((), 0.5 + 1.7),
    )]  # fmt: skip
    assert [(frame, len(list(same)) / 20) for frame, same in groupby(frames)] == shown * 2


def test_dice_go_before_a_code() -> None:
    dice, places = (Die(6, True), Die(5, True)), {"dice": Segment(0, 14)}
    film_of = film(Scene(dice=dice, code=(3, 1)), places, 14)
    assert set(film_of) == {render(Scene(dice=dice), places, 14, 0.0)}


def test_a_used_die_is_dim_and_a_lost_one_winks_between() -> None:
    looks = [look / 100 for look in range(240)]
    used, lost, plain = (
        {levels(Scene(dice=(die,)), 1, seconds)[0] for seconds in looks}
        for die in (Die(5, False, used=True), Die(5, False, lost=True), Die(5, False))
    )
    assert len(used) == 1
    assert 0 < max(used) < min(lost) < max(lost) < 1
    assert plain == {1}


def test_dice_without_a_face_of_their_own_are_left_out() -> None:
    for others in ((Die(5, True), Die(6, True)), (Die(6, False),)):
        scene = Scene(dice=(Die(6, True), *others))
        assert picture(render(scene, {"dice": Segment(0, 7)}, 7, 0.0)) == FACES[6]
        assert render(scene, {"dice": Segment(0, 7)}, 14, 0.0)[7:] == (DARK,) * 7


def double(used: int, lost: bool = False) -> Scene:
    """Four dice of one value, some of them played."""
    return Scene(dice=tuple(Die(5, False, die < used, lost and die >= used) for die in range(4)))


def levels(scene: Scene, faces: int, seconds: float = 0.0) -> list[float]:
    """How bright each face is; it shows the die's own pips in its side's colour."""
    frame = render(scene, {"dice": Segment(0, 7 * faces)}, 7 * faces, seconds)
    shown = [frame[first : first + 7] for first in range(0, len(frame), 7)]
    assert {picture(face) for face in shown if any(map(any, face))} <= {FACES[5]}
    return [round(max(map(luminance, face)) / luminance(BLACK_SIDE), 1) for face in shown]


DOUBLES: dict[int, list[list[float]]] = {
    1: [[1], [0.8], [0.6], [0.3], [0.1]],
    2: [[1, 1], [0.6, 1], [0.1, 1], [0.1, 0.6], [0.1, 0.1]],
    4: [[0.1] * used + [1] * (4 - used) for used in range(5)],
}
"""How bright each face is, by how many faces there are and how many dice are used."""
DOUBLES |= {faces + 1: [[*lit, 0] for lit in DOUBLES[faces]] for faces in (2, 4)}
"""A face too many for a double stays dark."""


@pytest.mark.parametrize("faces", DOUBLES)
def test_a_double_shares_out_its_dice_among_the_faces(faces: int) -> None:
    assert [levels(double(used), faces) for used in range(5)] == DOUBLES[faces]


def test_the_lost_half_of_a_double_still_blinks() -> None:
    looks = [levels(double(3, lost=True), 2, look / 100)[1] for look in range(240)]
    assert min(looks) < max(looks) < levels(double(3), 2)[1]


@pytest.mark.parametrize(
    ("scene", "colors"),
    [
        (Scene(turn=(False, False)), (DARK, DARK)),
        (Scene(turn=(True, False)), (WHITE_SIDE, DARK)),
        (Scene(turn=(False, True)), (DARK, BLACK_SIDE)),
        (Scene(turn=(True, True)), (WHITE_SIDE, BLACK_SIDE)),
        (Scene({"turn": Mark(Meaning.ERROR)}, turn=(True, False)), ((255, 0, 0),) * 2),
    ],
    ids=["nobody", "white", "black", "both", "a mark takes its place"],
)
def test_the_turn_pixels(scene: Scene, colors: Frame) -> None:
    assert render(scene, {"turn": Segment(0, 2)}, 2, 0.0) == colors


# ---- Pawns with faces ----------------------------------------------------------------------------

KIND_PICTURES = {"regular": "***", "half": "*..", "double": "*.*", "switch": ".*."}


def pawn_lane(*faces: str, seconds: float = 0.0) -> str:
    scene = Scene({"point-1": Mark(Meaning.SELECTED, faces=faces)})
    frame = render(scene, {"point-1": Segment(0, LANE)}, LANE, seconds)
    return "".join("." if max(color) < 60 else "*" for color in frame)


@pytest.mark.parametrize("kind", KIND_PICTURES)
def test_a_pawn_shows_its_kind_and_its_sign(kind: str) -> None:
    shape = KIND_PICTURES[kind]
    assert pawn_lane(f"{kind}0") == f"{shape}....."
    assert pawn_lane(f"{kind}+") == f"{shape}*...."
    signs = {pawn_lane(f"{kind}-", seconds=at / 10)[3] for at in range(12)}
    assert signs == {"*", "."}


def test_two_pawns_stand_one_after_the_other_and_a_third_has_no_room() -> None:
    two = pawn_lane("half-", "regular+")
    assert two == "*..****" + "*"
    assert pawn_lane("half-", "regular+", "switch0") == two
