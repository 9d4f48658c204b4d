"""Games as SGF, GM[6], for the 24-point games: https://www.red-bean.com/sgf/backgammon.html

As GNU Backgammon writes it: one tree a game, the match in MI, the rules in RU, a stake doubled by
ties in CV, a roll that was not played in PL and DI. What SGF has no place for is named in
`docs/formats.md`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from minigam.errors import CannotHoldError
from minigam.rules.cube import Cube
from minigam.rules.game import Game
from minigam.rules.notation import parse_steps
from minigam.rules.position import Layout, Position, Side
from minigam.rules.record import RESIGNED, CubeAction, Played, Record, with_opening, without_clock
from minigam.rules.record_conversion import begun
from minigam.rules.steps import BAR
from minigam.rules.terms import Start, Terms

LETTERS = "abcdefghijklmnopqrstuvwx"
"""Points by white's own numbers."""
BAR_LETTER, OFF_LETTER = "y", "z"
COLORS = {Side.WHITE: "W", Side.BLACK: "B"}
SIDES = {color: side for side, color in COLORS.items()}
VARIANTS = {
    "backgammon": "",
    "hypergammon": "Hypergammon3",
    "portes": "Portes",
    "backgammon-money": "Money",
}
"""What RU calls a rule set; the last two are our own words."""
AUTOMATIC, UNLIMITED = "AutomaticDoubles", "unlimited"
"""Our own word for a limit of automatic doubles, such as `AutomaticDoubles3`; none without one."""
STAKE = "Stake: "
"""How the game's comment begins where a stake was agreed."""


def carried(records: Sequence[Record]) -> tuple[Record, ...]:
    """What SGF keeps of games; raise `CannotHoldError` where it has no room for one.

    >>> carried([Record(Terms("portes"), opening=((3, 3), (5, 2)))])[0].opening
    ()
    """
    for terms in (record.terms for record in records):
        if terms.rules_id not in VARIANTS:
            raise CannotHoldError(
                f"{terms.rules.title} cannot be written as SGF, which knows backgammon and games "
                "that move as it does, on 24 points; use json"
            )
    return tuple(_kept(record) for record in records)


def _kept(record: Record) -> Record:
    """A game without what is lost."""
    clockless = without_clock(record)
    kept = replace(
        clockless,
        terms=replace(clockless.terms, options=_options(record.terms), starter=None),
        at=f"{record.at[:10]}T00:00:00Z" if record.at else "",
        opening=(),
        swapped=False,
        steps=(),
        proof=None,
    )
    opened = begun(record)  # its ties may have doubled the stake
    start = Start(record.terms.first.position, opened.cube)
    return begun_at(kept, record.terms.starter or opened.side, start)


def _options(terms: Terms) -> tuple[tuple[str, str], ...]:
    """The options that matter: with a cube Crawford in a match, Jacoby in a series."""
    rules = terms.rules
    idle = {"crawford", "jacoby"}
    if rules.cube:
        idle.remove("crawford" if rules.length else "jacoby")
    return tuple(pair for pair in terms.settled().options if pair[0] not in idle)


def begun_at(record: Record, side: Side | None, start: Start) -> Record:
    """A game that a side began in this way, if one did; `record` has its rolls and plays.

    Where ties double the stake, a higher one in the middle is their doing. How often they tied is
    not kept, nor on which face; elsewhere the game began with another cube.
    """
    terms = replace(record.terms, starter=None, start=None)
    found = replace(record, terms=replace(terms, start=start), opening=())
    if start == Start(terms.rules.start, Cube(start.cube.exponent)):
        tied = replace(record, terms=terms, opening=((1, 1),) * start.cube.exponent)
        if begun(tied).cube == start.cube:
            found = tied
    return replace(found, roll=None) if side is None else _begun_by(found, side)


def _begun_by(record: Record, side: Side) -> Record:
    """A game that a side began, as its first roll tells; it has had the ties in its opening."""
    rolls = [action.roll for action in record.actions[:1] if isinstance(action, Played)]
    first = rolls[0] if rolls else record.roll
    terms = record.terms
    moved = terms.first.position != terms.rules.start
    if first is None or first[0] == first[1] or terms.rules.throws_again or moved:
        return _without_opening(record, side)
    return with_opening(record, side, first)


def _without_opening(record: Record, side: Side) -> Record:
    """A side begins without an opening roll; then no ties have doubled the stake."""
    terms = record.terms
    start = terms.start or Start(terms.rules.start, begun(record).cube)
    plain = start == Start(terms.rules.start)
    terms = replace(terms, starter=side, start=None if plain else start)
    return replace(record, terms=terms, opening=())


# ---- Writing -------------------------------------------------------------------------------------


def write_sgf(records: Sequence[Record]) -> str:
    """Games as one SGF collection.

    >>> print(write_sgf([Record(Terms("backgammon"), opening=((5, 2),), roll=(5, 2))]), end="")
    (;FF[4]GM[6]CA[UTF-8]AP[minigam]MI[length:0][game:0][ws:0][bs:0]PW[White]PB[Black]
    ;PL[W]DI[52])
    """
    kept = carried(records)
    return "".join(_tree(number, record) for number, record in enumerate(kept))


def _tree(number: int, record: Record) -> str:
    nodes = "\n".join(f";{node}" for node in (_root(number, record), *_nodes(record)))
    return f"({nodes})\n"


def _root(number: int, record: Record) -> str:
    terms = record.terms
    white, black = terms.score
    match = f"[length:{terms.rules.length}][game:{number}][ws:{white}][bs:{black}]"
    names = "".join(
        f"P{COLORS[side]}[{escaped(name)}]" for side, name in zip(Side, terms.names, strict=True)
    )
    day = f"DT[{record.at[:10]}]" if record.at else ""
    words = ":".join(_rule_words(terms))
    rules = f"RU[{words}]" if words else ""
    cube = begun(record).cube
    value = f"CV[{cube.value}]" if cube.exponent and not terms.start else ""
    stake = f"GC[{STAKE}{escaped(terms.stake)}]" if terms.stake else ""
    head = f"FF[4]GM[6]CA[UTF-8]AP[minigam]MI{match}{names}{day}"
    return f"{head}{stake}{rules}{_ended(record)}{value}"


def escaped(text: str) -> str:
    """A text within brackets.

    >>> escaped("a]b")
    'a\\\\]b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _rule_words(terms: Terms) -> Iterator[str]:
    """What gnubg says in RU, with the rule sets it does not know, and two words of our own."""
    rules = terms.rules
    if rules.length and rules.crawford and rules.cube:
        yield "Crawford"
    if terms.standing.is_crawford(rules):
        yield "CrawfordGame"
    if terms.crawford_played:
        yield "CrawfordPlayed"
    if not rules.length and rules.jacoby:
        yield "Jacoby"
    if VARIANTS[terms.rules_id]:
        yield VARIANTS[terms.rules_id]
    automatic = rules.option_values().get("automatic_doubles", UNLIMITED)
    if automatic != UNLIMITED:
        yield f"{AUTOMATIC}{automatic.title()}"
    if not rules.cube:
        yield "NoCube"


def _ended(record: Record) -> str:
    won = record.result
    if won is None or won.winner is None:
        return ""
    resigned = "R" if record.ended_by == RESIGNED else ""
    return f"RE[{COLORS[won.winner]}+{won.points}{resigned}]"


def _set_up(terms: Terms, start: Start) -> Iterator[str]:
    """Another beginning, as GNU Backgammon sets one up: the cube's side and value, the checkers."""
    layout, cube = terms.rules.layout, start.cube
    if cube.owner:
        yield f"CP[{COLORS[cube.owner].lower()}]"
    if cube.exponent:
        yield f"CV[{cube.value}]"
    if start.position == terms.rules.start:
        return
    stones = "".join(
        f"A{COLORS[side]}{_letters(layout, side, start.position)}"
        for side in Side
        if any(start.position.track(side)[:-1])
    )
    turn = f"PL[{COLORS[terms.starter]}]" if terms.starter else ""
    yield f"{turn}AE[a:y]{stones}"


def _letters(layout: Layout, side: Side, position: Position) -> str:
    """A letter for every checker of a side that is in play."""
    return "".join(
        f"[{letter(layout, side, place)}]" * count
        for place, count in enumerate(position.track(side)[:-1])
    )


def _nodes(record: Record) -> Iterator[str]:
    game = begun(record)
    if start := record.terms.start:
        yield from _set_up(record.terms, start)
    for action in record.actions:
        if isinstance(action, CubeAction):
            yield f"{COLORS[action.side]}[{action.action}]"
        else:
            yield f"{COLORS[action.side]}[{_turn(game, action)}]"
        game = game.apply(action)
    if game.side and (record.roll or not record.actions):
        roll = sorted(record.roll, reverse=True) if record.roll and game.owed else record.roll
        dice = f"DI[{roll[0]}{roll[1]}]" if roll else ""
        yield f"PL[{COLORS[game.side]}]{dice}"


def _turn(game: Game, action: Played) -> str:
    """A roll, and two letters a step."""
    rules, side = game.rules, action.side
    steps = parse_steps(rules, game.position, side, action.roll, action.play)
    ends = (end for step in steps for end in (step.source, step.target))
    moved = "".join(letter(rules.layout, side, end) for end in ends)
    one, two = sorted(action.roll, reverse=True) if game.owed else action.roll
    return f"{one}{two}{moved}"


def letter(layout: Layout, side: Side, place: int) -> str:
    """The letter of a side's track index.

    >>> letter(Layout(24, 15, rising=False), Side.BLACK, 1)
    'a'
    """
    if place == BAR:
        return BAR_LETTER
    if place == layout.off:
        return OFF_LETTER
    white = place if side is Side.WHITE else layout.mirror(place)
    return LETTERS[layout.number(white) - 1]


def place(layout: Layout, side: Side, letter: str) -> int:
    """A side's track index of a letter: the inverse of `letter`.

    >>> place(Layout(24, 15, rising=False), Side.BLACK, "a")
    1
    """
    if letter == BAR_LETTER:
        return BAR
    if letter == OFF_LETTER:
        return layout.off
    white = layout.number(LETTERS.index(letter) + 1)
    return white if side is Side.WHITE else layout.mirror(white)
