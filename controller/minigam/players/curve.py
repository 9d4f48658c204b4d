"""The learning curve of a training as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, EDGE = 640, 360, 48
INK, LINE, GRID = "#333", "#0b62a4", "#ddd"
MARKS = 4


@dataclass(frozen=True)
class Measure:
    """How strong the networks were at some time."""

    games: int
    """Games they had learned from."""
    seconds: float
    """How long they had learned."""
    points: float
    """What they won a game of the judge that they are measured against."""
    error: float
    """The standard error of that."""


def drawn(title: str, measures: Sequence[Measure]) -> str:
    """An SVG picture: points a game by games learned from, with 95 % intervals.

    >>> drawn("Minigam", [Measure(0, 0, -0.2, 0.01), Measure(1000, 9, 0.1, 0.01)])[:4]
    '<svg'
    """
    most = max(max(m.games for m in measures), 1)
    values = [m.points + sign * 1.96 * m.error for m in measures for sign in (-1, 1)]
    low, high = min(*values, 0.0), max(*values, 0.0)
    high = high if high > low else low + 1

    def across(games: float) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * games / most, 1)

    def down(points: float) -> float:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (points - low) / (high - low), 1)

    parts = [_text(WIDTH / 2, 24, title, "middle")]
    for mark in range(MARKS + 1):
        points, games = low + (high - low) * mark / MARKS, most * mark // MARKS
        y, x = down(points), across(games)
        parts.append(f'<path d="M{EDGE} {y}H{WIDTH - EDGE}" stroke="{GRID}"/>')
        parts.append(_text(EDGE - 6, y + 4, f"{points:+.2f}", "end"))
        parts.append(_text(x, HEIGHT - EDGE + 18, f"{games:,}", "middle"))
    for m in measures:
        top, bottom = down(m.points + 1.96 * m.error), down(m.points - 1.96 * m.error)
        parts.append(f'<path d="M{across(m.games)} {top}V{bottom}" stroke="{LINE}"/>')
    way = " ".join(f"{across(m.games)},{down(m.points)}" for m in measures)
    parts.append(f'<polyline points="{way}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    parts.append(_text(WIDTH / 2, HEIGHT - 10, "games learned from", "middle"))
    parts.append(_text(EDGE, 40, "points a game against simple rules", "start"))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{text}</text>'
