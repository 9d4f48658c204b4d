"""A judged game as one page that needs nothing else: no script, no other file."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from html import escape

from minigam.players.review import Judged, Review
from minigam.players.review_words import amount, chance, cost_of, cube_words, summary
from minigam.rules.play_words import play_words
from minigam.rules.position import Layout
from minigam.words import ENGLISH, Language, Words

Say = Callable[[Words], str]
"""Says words in a language."""
WIDTH, HEIGHT, MARGIN = 720, 240, 48
STYLE = """
:root { color-scheme: light dark; --line: #1565c0; --soft: #8888; --cost: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --line: #8ab4f8; --cost: #ff8a80; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; }
html { background: Canvas; color: CanvasText; }
html:target { color-scheme: dark; --line: #8ab4f8; --cost: #ff8a80; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.2rem; margin-top: 3rem; }
svg { width: 100%; height: auto; overflow: visible; }
.scroll { overflow-x: auto; }
svg text { font-size: 12px; fill: currentColor; }
polyline { fill: none; stroke: var(--line); stroke-width: 2; }
circle { fill: var(--line); }
circle.cost { fill: none; stroke: var(--cost); stroke-width: 3; r: 6px; }
line { stroke: var(--soft); }
@media (max-width: 32rem) {
  svg text { font-size: 26px; }
  table { font-size: .8rem; }
  th, td { padding: .2rem .15rem; white-space: normal; }
}
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .35rem; text-align: right; white-space: nowrap; vertical-align: top; }
th, td { border-bottom: 1px solid var(--soft); }
th:is(:nth-child(2), :nth-child(4), :nth-child(6)) { text-align: left; }
td:is(:nth-child(2), :nth-child(4), :nth-child(6)) { text-align: left; }
td:is(:nth-child(4), :nth-child(6)) { white-space: normal; }
td.cube { font-style: italic; }
td.cost { color: var(--cost); font-weight: 600; }
"""
STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The page's Content-Security-Policy: it needs its style, and stands in ours only."""


Game = tuple[Words, Words, Review]
"""A game's heading, of `players.review_words.heading`, its result and what is said of it."""


def page(heading: Words, result: Words, review: Review, language: Language = ENGLISH) -> str:
    """A game's page."""
    return _page(heading, _body(result, review, language.say), language)


def match_page(
    title: Words,
    totals: Sequence[Words],
    games: Sequence[Game],
    language: Language = ENGLISH,
) -> str:
    """The page of some games: what they come to together, and each beneath its heading."""
    say = language.say
    parts = (
        f"<h2>{escape(say(heading))}</h2>\n{_body(result, review, say)}"
        for heading, result, review in games
    )
    return _page(title, _paragraphs(totals, say) + "".join(parts), language)


def _body(result: Words, review: Review, say: Say) -> str:
    texts = _paragraphs([result, *summary(review)], say)
    return f"{_curve(review, say)}{texts}{_table(review, say)}"


def _paragraphs(texts: Iterable[Words], say: Say) -> str:
    return "".join(f"<p>{escape(say(text))}</p>\n" for text in texts)


def apology(reason: str, language: Language = ENGLISH) -> str:
    """A page that says why there is no report."""
    return _page(Words("No report"), f"<p>{escape(reason)}</p>\n", language)


def _page(heading: Words, body: str, language: Language) -> str:
    title = escape(language.say(heading))
    return (
        f'<!doctype html>\n<html lang="{language.tag}" id="dark">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )


def _curve(review: Review, say: Say) -> str:
    """White's chance to win, turn by turn; turns that gave something away are marked."""
    points = [_point(review, at) for at in range(len(review.curve))]
    layout = review.rules.layout
    turns = enumerate(review.turns, start=1)
    dots = "".join(_dot(points[at], turn, layout, say) for at, turn in turns)
    about = Words("White's chance to win after each turn; a ring where the play was not the best.")
    label = Words(
        "White's chance to win, turn by turn: from 50 % to {percent:.0f} %",
        percent=100 * review.curve[-1],
    )
    return (
        f"<p>{escape(say(about), quote=False)}</p>\n"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(say(label)).replace("&#x27;", chr(39))}">\n'
        f"{''.join(_level(percent) for percent in (0, 50, 100))}"
        f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>\n{dots}</svg>\n'
    )


def _point(review: Review, at: int) -> tuple[float, float]:
    step = (WIDTH - 2 * MARGIN) / max(len(review.turns), 1)
    return MARGIN + at * step, _y(100 * review.curve[at])


def _y(percent: float) -> float:
    return MARGIN / 2 + (HEIGHT - MARGIN) * (1 - percent / 100)


def _level(percent: int) -> str:
    y = _y(percent)
    return (
        f'<line x1="0" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}"/>'
        f'<text x="0" y="{y - 4}">{percent} %</text>\n'
    )


def _dot(point: tuple[float, float], turn: Judged, layout: Layout, say: Say) -> str:
    mark = "" if turn.was_best else ' class="cost"'
    side = say(turn.side.word)
    play = say(play_words(layout, turn.side, turn.played.play))
    words = f"{side} {turn.played.roll[0]}-{turn.played.roll[1]}: {play}"
    x, y = point
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"{mark}><title>{escape(words)}</title></circle>\n'
    )


HEAD = (
    Words("turn"),
    Words("side"),
    Words("rolled"),
    Words("played"),
    Words("cost"),
    Words("best"),
    Words("luck"),
    Words("white wins"),
)


def _table(review: Review, say: Say) -> str:
    head = "".join(f'<th scope="col">{escape(say(name))}</th>' for name in HEAD)
    rows = "".join(
        f"<tr>{cells}</tr>\n"
        for at in range(1, len(review.turns) + 2)
        for cells in _rows(review, at, say)
    )
    caption = escape(say(Words("Every turn")))
    table = f"<table>\n<caption>{caption}</caption>\n<tr>{head}</tr>\n{rows}</table>\n"
    return f'<div class="scroll" tabindex="0">\n{table}</div>\n'


def _rows(review: Review, at: int, say: Say) -> Iterator[str]:
    """The doubles and answers before a turn, and the turn; behind the last one those alone."""
    for cube in review.cubes_before(at):
        side, text = (escape(say(words)) for words in (cube.side.word, cube_words(cube)))
        rest = f'<td class="cube" colspan="{len(HEAD) - 3}">{text}</td>'
        yield f"<td></td><td>{side}</td><td></td>{rest}"
    if at <= len(review.turns):
        yield "".join(_cells(review, at, say))


def _cells(review: Review, at: int, say: Say) -> Iterator[str]:
    turn = review.turns[at - 1]
    words = partial(play_words, review.rules.layout, turn.side)
    throw = "{}-{}".format(*turn.played.roll)
    for text in (f"{at}.", say(turn.side.word), throw, say(words(turn.played.play))):
        yield f"<td>{escape(text)}</td>"
    yield f'<td class="cost">{escape(say(cost_of(review, turn)))}</td>'
    best = "" if turn.was_best else say(words(turn.best))
    for text in (best, say(amount(review, turn.luck)), say(chance(review.curve[at]))):
        yield f"<td>{escape(text)}</td>"
