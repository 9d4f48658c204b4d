"""The charts of `docs/solved.md`, drawn from the tables of exact values."""

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from minigam.cli.facts import GAMES, SEED
from minigam.rules.ruleset import MINIGAM
from minigam.solver.facts import openings, perfect_games
from tests.solver import solved

Bars = list[tuple[str, float]]
WIDTH, HEIGHT, LEFT, FOOT, HEAD = 720, 260, 50, 40, 30
STYLE = "text{font:12px sans-serif;fill:#555}rect{fill:#1565c0}line{stroke:#8888}"


def charts() -> Mapping[str, str]:
    return {"openings.svg": _openings(), "lengths.svg": _lengths()}


def _openings() -> str:
    found = openings(solved.table("minigam"), MINIGAM)
    bars = [("{1}-{0}".format(*one.roll), 100 * one.worth.win) for one in found]
    return _chart(
        "Chance to win after each opening roll, in percent", bars, 45, 60, range(45, 61, 5)
    )


def _lengths() -> str:
    games = perfect_games(solved.table("minigam"), MINIGAM, GAMES, Random(SEED))
    counted = Counter(length // 4 * 4 for length in games.lengths)
    shares = [(at, 100 * counted[at] / GAMES) for at in range(min(counted), max(counted) + 1, 4)]
    bars = [(f"{at}-{at + 3}", share) for at, share in shares]
    top = 5 * (int(max(share for _, share in shares)) // 5 + 1)
    title = f"Turns of both sides in {GAMES} games of perfect play, in percent of the games"
    return _chart(title, bars, 0, top, range(0, top + 1, 5))


def _chart(title: str, bars: Bars, low: float, high: float, levels: Iterable[int]) -> str:
    def y(value: float) -> float:
        return HEAD + (HEIGHT - HEAD - FOOT) * (high - value) / (high - low)

    step = (WIDTH - LEFT - 10) / len(bars)
    parts = [f'<text x="{LEFT}" y="16">{title}</text>']
    for level in levels:
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y(level):.1f}" y2="{y(level):.1f}"/>'
        )
        parts.append(
            f'<text x="{LEFT - 6}" y="{y(level) + 4:.1f}" text-anchor="end">{level}</text>'
        )
    for place, (name, value) in enumerate(bars):
        x, top = LEFT + place * step, y(max(value, low))
        parts.append(
            f'<rect x="{x + step * 0.15:.1f}" y="{top:.1f}" width="{step * 0.7:.1f}" '
            f'height="{y(low) - top:.1f}"><title>{name}: {value:.2f}</title></rect>'
        )
        middle = x + step / 2
        parts.append(
            f'<text x="{middle:.1f}" y="{HEIGHT - FOOT + 18}" text-anchor="middle">{name}</text>'
        )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" style="fill:#fff"/>\n{body}\n</svg>\n'
    )
