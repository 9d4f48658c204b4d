"""The vocabulary of the lights: a colour is one idea, and no eye takes one light for another."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest

from minigam.board.light_meanings import LIGHTS, VOCABULARY, Hue, Light, Meaning, Shape
from minigam.board.light_patterns import Pattern
from minigam.board.screen_color import LUMINANCE, on_screen
from tests.board.vision import VISIONS, difference, lab, of_screen, of_strip, seen

LIGHTER = 20
"""A difference in lightness (CIE L*) that is seen without comparing."""
LANE, RATE, SECONDS = 8, 20, 12
IN_PLAY = [light for light in VOCABULARY if light.in_play]


def test_every_meaning_but_darkness_is_in_one_line() -> None:
    listed = [meaning for light in VOCABULARY for meaning in light.meanings]
    assert sorted(listed, key=list(Meaning).index) == [
        meaning for meaning in Meaning if meaning is not Meaning.NONE
    ]
    assert all(meaning in LIGHTS[meaning].meanings for meaning in listed)


def test_nobody_has_to_learn_more_than_ten_lights_to_play() -> None:
    assert list(dict.fromkeys(light.word for light in IN_PLAY)) == [
        "touch here",
        "in your hand",
        "it may go here",
        "it hits here",
        "not here",
        "a side's",
        "put checkers here",
        "the last play",
        "what it gave away",
        "the best play",
    ]


def test_a_word_is_one_sentence_and_one_shape() -> None:
    said = {(light.word, light.says, light.shape) for light in VOCABULARY}
    assert len(said) == len({light.word for light in VOCABULARY})


def test_every_colour_is_used_for_an_idea_of_its_own() -> None:
    assert {light.hue for light in VOCABULARY} == set(Hue)
    assert len({hue.idea for hue in Hue}) == len({hue.word for hue in Hue}) == len(Hue)


DISPLAYS: dict[str, Callable[[Hue], tuple[float, ...]]] = {
    "strip": lambda hue: of_strip(hue.value),
    "page": lambda hue: of_screen(on_screen(hue.value)),
}


@pytest.mark.parametrize("display", DISPLAYS)
def test_no_two_colours_look_alike(display: str) -> None:
    shown = DISPLAYS[display]
    pairs = {
        (one, other): difference(shown(one), shown(other)) for one, other in combinations(Hue, 2)
    }
    assert [pair for pair, apart in pairs.items() if apart < 25] == []


@cache
def shares(pattern: Pattern) -> Counter[tuple[int, ...]]:
    """How often each picture of the lane is seen; in quarters of the brightness."""
    return Counter(
        tuple(round(4 * pattern.level(look / RATE, pixel, LANE)) for pixel in range(LANE))
        for look in range(RATE * SECONDS)
    )


def moves_otherwise(one: Pattern, other: Pattern) -> bool:
    """Whether two patterns differ for a good part of the time, however they are shifted."""
    alike = (shares(one) & shares(other)).total()
    return alike < 0.95 * RATE * SECONDS


def lighter(one: Light, other: Light, display: str, vision: str) -> bool:
    shown = (lab(seen(DISPLAYS[display](light.hue), vision))[0] for light in (one, other))
    return abs(next(shown) - next(shown)) >= LIGHTER


IN_TURNS_PLACE = {Meaning.TURN, Meaning.ERROR}
"""What the two turn lights show; the turn is shown nowhere else, and everything else on lanes."""


def differ_on_the_strip(one: Light, other: Light, vision: str) -> bool:
    shown = {*one.meanings, *other.meanings}
    if Meaning.TURN in shown and not shown <= IN_TURNS_PLACE:
        return True
    return moves_otherwise(one.pattern, other.pattern) or lighter(one, other, "strip", vision)


def differ_on_the_page(one: Light, other: Light, vision: str) -> bool:
    """The page draws a shape; where it has none, its lights move as those of the strip do."""
    if one.shape is other.shape is Shape.LIGHTS or one.word == other.word:
        return differ_on_the_strip(one, other, vision)
    return one.shape is not other.shape or lighter(one, other, "page", vision)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("apart", [differ_on_the_strip, differ_on_the_page])
def test_every_eye_tells_the_lights_of_a_game_apart(
    apart: Callable[[Light, Light, str], bool], vision: str
) -> None:
    alike = [
        (one.word, other.word)
        for one, other in combinations(IN_PLAY, 2)
        if not apart(one, other, vision)
    ]
    assert alike == []


@pytest.mark.parametrize("vision", VISIONS)
def test_an_emulated_eye_sees_white_and_black_as_they_are(vision: str) -> None:
    assert seen((1.0, 1.0, 1.0), vision) == pytest.approx((1.0, 1.0, 1.0), abs=1e-5)
    assert seen((0.0, 0.0, 0.0), vision) == (0.0, 0.0, 0.0)


def test_red_is_dark_for_a_protan_eye_and_grey_for_one_without_colours() -> None:
    red = (1.0, 0.0, 0.0)
    assert [round(lab(seen(red, vision))[0]) for vision in VISIONS] == [53, 40, 60, 53, 53]
    assert lab(seen(red, "grey"))[1:] == pytest.approx((0.0, 0.0), abs=0.1)


@pytest.mark.parametrize("hue", Hue, ids=lambda hue: hue.name)
def test_a_screen_shows_each_colour_bright_enough(hue: Hue) -> None:
    light = of_screen(on_screen(hue.value))
    bright = sum(share * value for share, value in zip(LUMINANCE, light, strict=True))
    assert bright >= 0.39
    strongest = max(range(3), key=lambda channel: hue.value[channel])
    assert max(light) == light[strongest]
