"""The printed card of the lights, as a page of A6 that a browser prints: one a language.

Its front says what each light of a game means, its back how the first turn goes.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from minigam.board.light_card import BETWEEN_GAMES, FELT, FIRST_TURN, STEPS, TITLE
from minigam.board.light_meanings import LIGHTS, VOCABULARY, Light, Shape
from minigam.board.screen_color import on_screen
from minigam.words import Language, Words

PIXELS = 8
MOMENTS = 40
"""Looks at a pattern, in a second, for the one that tells most."""
STYLE = """
@page { size: 105mm 148mm; margin: 0; }
* { box-sizing: border-box; margin: 0; }
body { font: 7.4pt/1.25 "DejaVu Sans", sans-serif; color: #15110e; print-color-adjust: exact; }
section {
  width: 105mm; height: 148mm; padding: 5mm 6mm; break-after: page; overflow: hidden;
  display: flex; flex-direction: column; justify-content: space-between;
}
section:last-child { break-after: auto; }
h1 { font-size: 13pt; }
h2 { font-size: 10pt; }
div { display: grid; grid-template-columns: 25mm 1fr; column-gap: 3mm; align-items: center; }
span { display: grid; gap: 0.6mm; }
svg { display: block; width: 25mm; height: 6mm; }
i { color: #5b4a36; }
"""
SHAPES = {
    Shape.CHEVRON: '<path d="M-3-2H3L0 3Z" fill="{0}"/>',
    Shape.RING: '<circle r="3.2" fill="none" stroke="{0}" stroke-width="1.2"/>',
    Shape.DOT: '<circle r="3.2" fill="none" stroke="{0}" stroke-width="1"/>'
    '<circle r="1.2" fill="{0}"/>',
    Shape.CROSS: '<circle r="3.6" fill="none" stroke="{0}" stroke-width="0.9"/>'
    '<path d="M-1.5-1.5L1.5 1.5M1.5-1.5L-1.5 1.5" stroke="{0}" stroke-width="1.2"/>',
    Shape.PLUS: '<circle r="3.6" fill="none" stroke="{0}" stroke-dasharray="1.6 1"/>'
    '<path d="M-1.8 0H1.8M0-1.8V1.8" stroke="{0}" stroke-width="1.1"/>',
    Shape.MINUS: '<circle r="3.6" fill="none" stroke="{0}" stroke-width="0.9"/>'
    '<path d="M-1.8 0H1.8" stroke="{0}" stroke-width="1.1"/>',
    Shape.CHECKER: '<circle r="3.6" fill="{0}"/>',
    Shape.LIGHTS: "",
}
"""As the page draws them, around 0, 0; {0} is the colour."""


def card(language: Language) -> str:
    """The card's HTML: two pages of A6."""
    front = f"<h1>{_said(language, TITLE)}</h1>{_lines(language, in_play=True)}"
    back = (
        f"<h1>{_said(language, FIRST_TURN)}</h1>{_steps(language)}"
        f"<div><span></span><p><i>{_said(language, FELT)}</i></p></div>\n"
        f"<h2>{_said(language, BETWEEN_GAMES)}</h2>{_lines(language, in_play=False)}"
    )
    return (
        f'<!doctype html>\n<html lang="{language.tag}">\n<meta charset="utf-8">\n'
        f"<title>{_said(language, TITLE)}</title>\n<style>{STYLE}</style>\n"
        f"<section>\n{front}</section>\n<section>\n{back}</section>\n</html>\n"
    )


def _said(language: Language, words: Words) -> str:
    return escape(language.say(words))


def _lines(language: Language, *, in_play: bool) -> str:
    """A line for each word; the sides share theirs."""
    shown = (light for light in VOCABULARY if light.in_play is in_play)
    words = groupby(shown, key=lambda light: light.word)
    return "".join(_line(language, list(lights)) for _, lights in words)


def _line(language: Language, lights: list[Light]) -> str:
    """A word: one light, or one a side."""
    looks = list({light.hue: light for light in lights}.values())
    moves = "; ".join(_said(language, light.looks) for light in looks)
    word, says = _said(language, looks[0].word), _said(language, looks[0].says)
    return _row(looks, f"<b>{word}</b><br>{says} <i>({moves})</i>")


def _steps(language: Language) -> str:
    said = enumerate(STEPS, start=1)
    return "".join(
        _row([LIGHTS[meaning] for meaning in meanings], f"{number}. {_said(language, words)}")
        for number, (meanings, words) in said
    )


def _row(lights: list[Light], text: str) -> str:
    return f"<div><span>{''.join(map(_swatch, lights))}</span><p>{text}</p></div>\n"


def _swatch(light: Light) -> str:
    """A lane of lights at a moment, and the shape that the page draws."""
    color = "#" + bytes(on_screen(light.color)).hex()
    return (
        '<svg viewBox="0 0 50 12"><rect width="50" height="12" rx="3" fill="#15110e"/>'
        f"{''.join(_pixels(light, color))}"
        f'<g transform="translate(44 6)">{SHAPES[light.shape].format(color)}</g></svg>'
    )


def _pixels(light: Light, color: str) -> Iterator[str]:
    for pixel, level in enumerate(_telling(light)):
        yield (
            f'<circle cx="{4 + 4.5 * pixel:g}" cy="6" r="1.9" fill="{color}" '
            f'fill-opacity="{max(level, 0.12):.2g}"/>'
        )


def _telling(light: Light) -> list[float]:
    """The lane at the moment at which its pixels differ most; of equal ones the brightest."""
    looks = (
        [light.pattern.level(moment / MOMENTS, pixel, PIXELS) for pixel in range(PIXELS)]
        for moment in range(MOMENTS)
    )
    return max(looks, key=_contrast)


def _contrast(levels: list[float]) -> tuple[float, float]:
    """Rounded, since the last digits of a sum are not the same in every Python."""
    return round(max(levels) - min(levels), 6), round(sum(levels), 6)
