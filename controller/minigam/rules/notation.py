"""Plays as text, in the mover's own numbers: `bar/3`, `3/5*`, `6/off`, `8/5(2)`, `13/7*/5`, `pass`.

`*` marks a hit, where the first checker that is written arrives; a number in brackets repeats, and
`3/5*(2)` hits with the first; a checker moved by several dice is written once, with the points
between only where it hit something there.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from minigam.errors import AmbiguousPlayError, IllegalPlayError, UnreadableError
from minigam.rules.pawntext import format_step, make_steps
from minigam.rules.plays import Play, Turn, legal_plays
from minigam.rules.position import Layout, Position, Side, Track
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, Step, place_name

PASS = "pass"
_PLACE = r"(?:bar|off|[1-9]\d?)"
_CHECKER = re.compile(rf"({_PLACE}(?:/{_PLACE}\*?)+)(?:\(([2-4])\))?")


def format_steps(layout: Layout, steps: Sequence[Step]) -> str:
    """The text of a play's steps, rearmost checker first; `pass` for none.

    >>> format_steps(Layout(6, 8, rising=True), [Step(0, 2, 2, hit=True), Step(2, 7, 5)])
    'bar/2*/off'
    """
    if not steps:
        return PASS
    if steps[0].way:
        return " ".join(format_step(layout, step) for step in steps)
    texts: Counter[str] = Counter()
    for chain in _as_written(_chains(steps)):
        text = _chain_text(layout, chain)
        texts[f"{text}*" if f"{text}*" in texts else text] += 1
    return " ".join(text if times == 1 else f"{text}({times})" for text, times in texts.items())


def _chains(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps grouped by the checker that makes them."""
    chains: list[list[Step]] = []
    for step in steps:
        for chain in chains:
            if chain[-1].target == step.source:
                chain.append(step)
                break
        else:
            chains.append([step])
    return chains


def _as_written(chains: Sequence[list[Step]]) -> Iterator[list[Step]]:
    """The rearmost checker first. The first to arrive where any of them hit is the one that hits:
    steps may have been made in another order, with the same result.
    """
    hits = Counter(step.target for chain in chains for step in chain if step.hit)
    for chain in sorted(chains, key=lambda chain: (chain[0].source, chain[-1].target)):
        written = []
        for step in chain:
            written.append(replace(step, hit=hits[step.target] > 0))
            hits[step.target] -= 1
        yield written


def _chain_text(layout: Layout, chain: Sequence[Step]) -> str:
    text = place_name(layout, chain[0].source)
    for step in chain:
        if step.hit or step is chain[-1]:
            text += f"/{place_name(layout, step.target)}{'*' if step.hit else ''}"
    return text


@dataclass(frozen=True)
class _Wanted:
    """What a play text asks for, in track indices."""

    net: Counter[int]
    hits: frozenset[int]
    touched: frozenset[int]

    def goal(self, track: Track) -> Track:
        """The mover's checkers after the play; less than none where it cannot be."""
        return tuple(count + self.net[place] for place, count in enumerate(track))


def parse_play(
    rules: RuleSet, position: Position, side: Side, roll: tuple[int, int], text: str
) -> Play:
    """The legal play that a text means; hits need not be marked, and order does not matter.

    Raises `UnreadableError` for a text out of form, `IllegalPlayError` when no legal play fits
    it, and `AmbiguousPlayError` when several do, naming them.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> parse_play(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2), "bar/off").steps[0].target
    2
    """
    if rules.pawn_die:
        return _faced_play(Turn.of(rules, position, side, roll), text)
    plays = legal_plays(rules, position, side, roll)
    wanted = _read(rules.layout, text)
    ways = _ways(Turn.of(rules, position, side, roll), wanted.goal(position.track(side)))
    ends = {way.position for way in ways if _fits(wanted, way)}
    fits = [play for play in plays if play.position in ends]
    exact = [play for play in fits if _hits(play.steps) == wanted.hits]
    if len(exact or fits) == 1:
        return (exact or fits)[0]
    known = ", ".join(format_steps(rules.layout, play.steps) for play in (exact or fits or plays))
    if fits:
        raise AmbiguousPlayError(f"expected one legal play, got {text!r}, which may mean: {known}")
    raise IllegalPlayError(
        f"expected a legal play of {roll[0]}-{roll[1]} for {side.value}, got {text!r}; "
        f"legal are: {known}"
    )


def _faced_play(turn: Turn, text: str) -> Play:
    """Of pawns with faces every step is written, in its order."""
    made = turn if text.strip() == PASS else make_steps(turn, " ".join(_words(text)))
    if not made.may_end:
        left = "-".join(map(str, made.left))
        raise IllegalPlayError(f"expected {left} to be played too, got {text!r}")
    return Play(made.steps, turn)


def parse_steps(
    rules: RuleSet, position: Position, side: Side, roll: tuple[int, int], text: str
) -> tuple[Step, ...]:
    """The steps of `parse_play`, in an order that is written as the text is, if there is one.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> start, white = BACKGAMMON.start, Side.WHITE
    >>> [step.die for step in parse_steps(BACKGAMMON, start, white, (5, 3), "8/3 6/3")]
    [5, 3]
    """
    play = parse_play(rules, position, side, roll, text)
    if rules.pawn_die:
        return play.steps
    goal, words = play.position.track(side), single_words(text)
    for way in _ways(Turn.of(rules, position, side, roll), goal):
        written = format_steps(rules.layout, way.steps)
        if way.position == play.position and single_words(written) == words:
            return way.steps
    return play.steps


def single_words(text: str) -> list[str]:
    """The words of a play, one a checker.

    >>> single_words("8/5*(2) 6/3")
    ['8/5*', '8/5', '6/3']
    """
    singles = []
    for word in text.replace(",", " ").split():
        path, bracket, times = word.rstrip(")").partition("(")
        again = int(times) - 1 if bracket and times in ("2", "3", "4") else 0
        singles += [path, *[path.replace("*", "")] * again]
    return singles


def _read(layout: Layout, text: str) -> _Wanted:
    net: Counter[int] = Counter()
    hits: set[int] = set()
    touched: set[int] = set()
    for word in [] if text.strip() == PASS else _words(text):
        match = _CHECKER.fullmatch(word)
        if match is None:
            raise UnreadableError(f"expected a play like 'bar/3 3/5*' or 'pass', got {word!r}")
        names = match[1].split("/")
        path = [_place(layout, name.rstrip("*")) for name in names]
        times = int(match[2] or 1)
        net.update({path[0]: -times})
        net.update({path[-1]: times})
        touched.update(path[1:])
        hits.update(place for place, name in zip(path, names, strict=True) if name.endswith("*"))
    return _Wanted(net, frozenset(hits), frozenset(touched))


def _words(text: str) -> list[str]:
    words = text.replace(",", " ").split()
    if not words:
        raise UnreadableError("expected a play like 'bar/3 3/5*' or 'pass', got an empty text")
    return words


def _place(layout: Layout, name: str) -> int:
    if name == "bar":
        return BAR
    if name == "off":
        return layout.off
    if int(name) > layout.points:
        raise UnreadableError(f"expected a point from 1 to {layout.points}, bar or off, got {name}")
    return layout.number(int(name))


def _ways(turn: Turn, goal: Track) -> Iterator[Turn]:
    """Every complete play that leaves the mover's checkers at the goal, in every order of its
    steps: people may write any of them."""
    track = turn.position.track(turn.side)
    if sum(abs(here - there) for here, there in zip(track, goal, strict=True)) > 2 * len(turn.left):
        return  # a step brings one checker to its goal at most
    if track == goal and turn.may_end:
        yield turn
    for step in turn.next_steps:
        yield from _ways(turn.play(step), goal)


def _fits(wanted: _Wanted, way: Turn) -> bool:
    return wanted.hits <= _hits(way.steps) and wanted.touched <= {step.target for step in way.steps}


def _hits(steps: Sequence[Step]) -> frozenset[int]:
    return frozenset(step.target for step in steps if step.hit)
