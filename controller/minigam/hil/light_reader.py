"""Reads a strip's frames as lights. Pure."""

from collections.abc import Mapping, Sequence

from minigam.board.light_meanings import LIGHTS, Color, Meaning
from minigam.board.lighting import DARK, FACE_PIXELS, Frame, Segment

ROUNDING = 3
"""How far a dimmed colour may be from its hue: it is rounded at each dimming."""


def lane(frame: Frame, segment: Segment) -> tuple[Color, ...]:
    """The colours of a lane."""
    return frame[segment.first : segment.first + segment.count]


def is_dark(colors: Sequence[Color]) -> bool:
    """Whether none is lit.

    >>> is_dark([(0, 0, 0)]), is_dark([])
    (True, True)
    """
    return all(color == DARK for color in colors)


def says(colors: Sequence[Color], meaning: Meaning) -> bool:
    """Whether something is lit, and all of it in a meaning's colour, dimmed or not.

    >>> says([(0, 110, 15), (0, 0, 0)], Meaning.SOURCE), says([(255, 255, 255)], Meaning.SOURCE)
    (True, False)
    """
    if is_dark(colors) or meaning is Meaning.NONE:
        return False
    return all(_is_dimmed(color, LIGHTS[meaning].color) for color in colors)


def _is_dimmed(color: Color, hue: Color) -> bool:
    level = max(color) / max(hue)
    return all(abs(c - h * level) <= ROUNDING for c, h in zip(color, hue, strict=True))


def pips(frame: Frame, dice: Segment) -> list[int]:
    """How many pips each die shows; none where it is dark.

    >>> pips((DARK, DARK, DARK, (9, 9, 9), DARK, DARK, DARK), Segment(0, 7))
    [1]
    """
    colors = lane(frame, dice)
    faces = (colors[at : at + FACE_PIXELS] for at in range(0, len(colors), FACE_PIXELS))
    return [sum(color != DARK for color in face) for face in faces]


def contradictions(
    frame: Frame, lights: Mapping[str, str], lanes: Mapping[str, Segment]
) -> list[str]:
    """What a frame shows that the lights, a meaning each, do not say. Dark may be a light's pause.

    >>> contradictions(((255, 255, 255),), {"point-1": "source"}, {"point-1": Segment(0, 1)})
    ['point-1: expected source, got selected']
    """
    seen = {name: lane(frame, lanes[name]) for name in lights}
    return [
        f"{name}: expected {lights[name]}, got {_words(colors)}"
        for name, colors in seen.items()
        if not is_dark(colors) and not says(colors, Meaning(lights[name]))
    ]


def unsaid(
    frames: Sequence[Frame], lights: Mapping[str, str], lanes: Mapping[str, Segment]
) -> list[str]:
    """Which lights are dark in all frames.

    >>> unsaid([(DARK,)], {"point-1": "target"}, {"point-1": Segment(0, 1)})
    ['point-1: expected target, got darkness']
    """
    return [
        f"{name}: expected {word}, got darkness"
        for name, word in lights.items()
        if word != Meaning.NONE.value and all(is_dark(lane(each, lanes[name])) for each in frames)
    ]


def _words(colors: Sequence[Color]) -> str:
    """What is lit, as a meaning where it has the colour of one."""
    meant = [meaning.value for meaning in Meaning if says(colors, meaning)]
    return meant[0] if meant else f"the colour {next(color for color in colors if color != DARK)}"
