"""Keeps the strip under the current that the supply can give."""

from dataclasses import dataclass

from minigam.board.lighting import Frame

FULL_WHITE = 3 * 255
IDLE_MA = 1.0
"""What a dark WS2812B draws (WLED's figure, which its users have confirmed for years)."""


@dataclass(frozen=True)
class Budget:
    """What the strip may draw."""

    total_ma: float
    """For the whole strip, in mA: the supply less the controller's own share."""
    led_ma: float
    """One LED at full white, in mA."""


def current_ma(frame: Frame, led_ma: float) -> float:
    """The estimated current of a frame, in mA.

    >>> current_ma(((255, 255, 255), (0, 0, 0)), 55)
    57.0
    """
    return sum(map(sum, frame)) * led_ma / FULL_WHITE + IDLE_MA * len(frame)


def limit_current(frame: Frame, budget: Budget) -> Frame:
    """The frame, dimmed evenly where it would draw more than the budget.

    Colours are rounded down, so the result never draws more. Formula: WLED's brightness limiter.

    >>> limit_current(((255, 255, 255),) * 2, Budget(total_ma=57, led_ma=55))
    ((127, 127, 127), (127, 127, 127))
    """
    idle = IDLE_MA * len(frame)
    lit = current_ma(frame, budget.led_ma) - idle
    allowed = max(0.0, budget.total_ma - idle)
    if lit <= allowed:
        return frame
    return dimmed(frame, allowed / lit)


def dimmed(frame: Frame, level: float) -> Frame:
    """The frame at a part of its brightness, from 0 to 1; rounded down.

    >>> dimmed(((255, 255, 255), (0, 220, 160)), 0.5)
    ((127, 127, 127), (0, 110, 80))
    """
    if level == 1:
        return frame
    return tuple((int(r * level), int(g * level), int(b * level)) for r, g, b in frame)
