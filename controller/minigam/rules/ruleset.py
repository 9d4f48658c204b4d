"""Every game as frozen data, read by the one engine in `plays`.

A new game of the family is a new `RuleSet` in `RULE_SETS`; a new kind of ruling is a new field,
which the engine reads where the rule bites.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from minigam.errors import UnknownNameError
from minigam.rules.options import LONGEST, FacesOption, LengthOption, Option
from minigam.rules.position import Layout, Pawns, Position
from minigam.words import Words


class SecondDie(Enum):
    """What is owed to the die that is still unplayed after the first step."""

    ORDER = "order"
    """Each die in the player's order is played if it can be at that moment, else lost."""
    MUST = "must"
    """A die that becomes playable must be played."""
    FREE = "free"
    """The player may stop after any step."""
    MOST = "most"
    """As many dice as possible must be played, and the larger of two that exclude each other."""


BACKGAMMON_BLOCK = 2
"""How many checkers make a point in most games."""


@dataclass(frozen=True)
class RuleSet:
    """One game of the family."""

    id: str
    """The name used on the command line and in scripts."""
    title: str
    """The name people read."""
    layout: Layout
    """The board it is played on."""
    start: Position
    """Where the checkers stand before the first roll."""
    steps_on_double: int
    """How many steps a double gives."""
    second_die: SecondDie
    """What is owed to the dice that are still unplayed."""
    enter_on_own: bool = True
    """Whether a checker may enter on a point that holds its own side."""
    bar_first: bool = False
    """Whether checkers on the bar must enter before any other step."""
    bar_stops_bearing_off: bool = False
    """Whether a checker on the bar forbids bearing any off."""
    home: int = 0
    """How many last points hold every checker in play before any is borne off; 0: no such rule."""
    high_bears_off: bool = False
    """Whether the rearmost checker may be borne off by a higher die than it needs."""
    room: int | None = None
    """How many checkers, of whichever side, block a point; None: `block` of the other side's."""
    block: int = BACKGAMMON_BLOCK
    """How many of the other side's checkers block a point, where `room` says nothing."""
    first_past: int = 0
    """The place that a side's first checker must pass before another one moves; 0: no such rule."""
    open_start: int = 0
    """How many first points a side may not hold all at once; 0: no such rule."""
    opens_primes: bool = False
    """Whether six points in a row must be opened before all of the other side, on one point."""
    captures_first: bool = False
    """Whether a step that captures or bears off comes before any other, once none must enter."""
    most_points: int = 1
    """What a win can be worth at most, before the cube: 2 knows gammons, 3 backgammons too."""
    throws_again: bool = False
    """Whether the winner of the opening roll rolls both dice anew."""
    chooses_colour: bool = False
    """Whether the winner of the opening roll may change colours with the other side."""
    winner_starts: bool = False
    """Whether the winner of a game starts the next, without an opening roll."""
    pawn_die: tuple[str, ...] = ()
    """The six faces of a pawn, as `regular0`: see `pawns`. Empty: checkers have no faces."""
    random_faces: int = 0
    """How many pawns of each side, the rearmost first, are rolled as the game begins."""
    totals: bool = False
    """Whether pawns borne off score, and the lower total a point."""
    signs: bool = True
    """Whether a pawn's sign counts in its total."""
    cube: bool = False
    """Whether there is a doubling cube."""
    length: int = 0
    """How many points win the match; 0: a series of games without end."""
    crawford: bool = True
    """Whether the game after a side comes to need one point is played without the cube."""
    jacoby: bool = False
    """Whether, in a series, a win counts single while the cube is in the middle."""
    automatic_doubles: int | None = 0
    """How many ties in the opening roll double the cube at most; None: every one."""
    options: tuple[Option, ...] = ()
    """What the players may set."""

    @property
    def is_plain(self) -> bool:
        """Whether checkers move against each other and hit blots: all that fast generators know."""
        own_ways = self.pawn_die or self.captures_first or self.layout.pins or self.layout.same_way
        return not own_ways and self.room is None and self.block == BACKGAMMON_BLOCK

    @property
    def only_wins(self) -> bool:
        """Whether a game is just won or lost, so that its points say no more than who wins.

        >>> [rules.id for rules in RULE_SETS.values() if rules.only_wins][:2]
        ['minigam', 'minigam-full-entry']
        """
        return self.most_points == 1 and not self.totals

    @property
    def has_bars(self) -> bool:
        """Whether checkers ever lie on a bar: a lone one can be hit.

        >>> [rules.id for rules in RULE_SETS.values() if not rules.has_bars]
        ['plakoto', 'fevga']
        """
        return self.block > 1 and not self.layout.pins

    @property
    def variant(self) -> str:
        """The id, with the options that change how it is played, but for what is at stake.

        >>> rule_set("minigam", {"second_die": "must", "length": "5"}).variant
        'minigam-second_die=must'
        """
        usual = RULE_SETS[self.id].option_values()
        changed = [
            f"-{name}={value}"
            for name, value in self.option_values().items()
            if value != usual[name] and name not in _STAKES
        ]
        return "".join((self.id, *changed))

    def option_values(self) -> dict[str, str]:
        """Each option's present value as text.

        >>> rule_set("minigam").option_values()
        {'enter_on_own': 'true', 'second_die': 'order', 'length': '0'}
        """
        return {option.name: option.write(getattr(self, option.name)) for option in self.options}


_YES_NO = {"true": True, "false": False}
_NO_YES = {"false": False, "true": True}
_YES_NO_WORDS = {"true": Words("yes"), "false": Words("no")}


def _length(default: int) -> Option:
    lengths = {str(points): points for points in (default, *range(LONGEST + 1))}
    about = Words("A match goes to so many points; single games count by themselves.")
    return LengthOption(
        "length", lengths, Words("Match"), {"0": Words("single games")}, about=about
    )


_LENGTH = _length(0)
_STAKES = ("length", "cube", "crawford", "jacoby")
_CUBE, _NO_CUBE = (
    Option(
        "cube",
        values,
        Words("Doubling cube"),
        _YES_NO_WORDS,
        about=Words(
            "Before a roll a side may double what the game counts; "
            "the other takes it, or loses what it counted before."
        ),
    )
    for values in (_YES_NO, _NO_YES)
)
_CRAWFORD = Option(
    "crawford",
    _YES_NO,
    Words("Crawford game"),
    _YES_NO_WORDS,
    about=Words("In a match, nobody doubles in the first game after a side needs only one point."),
)
_JACOBY = Option(
    "jacoby",
    _NO_YES,
    Words("Jacoby rule"),
    _YES_NO_WORDS,
    about=Words("In single games, every win counts once while nobody has doubled."),
)
MOST_AUTOMATIC_DOUBLES = 6
"""The highest limit that can be set to automatic doubles; there may be none, too."""
_TIES = range(1, MOST_AUTOMATIC_DOUBLES + 1)
_AUTOMATIC_DOUBLES = Option(
    "automatic_doubles",
    {"unlimited": None, "off": 0, **{str(ties): ties for ties in _TIES}},
    Words("Automatic doubles"),
    {
        "unlimited": Words("without limit"),
        "off": Words("none"),
        **{str(ties): Words("at most {number}", number=ties) for ties in _TIES},
    },
    about=Words("Equal dice in the opening roll double what the game counts."),
)
_MINIGAM_OPTIONS = (
    Option(
        "enter_on_own",
        _YES_NO,
        Words("Entering on own points"),
        _YES_NO_WORDS,
        about=Words("A checker may enter on a point that holds checkers of its own side."),
    ),
    Option(
        "second_die",
        {c.value: c for c in (SecondDie.ORDER, SecondDie.MUST, SecondDie.FREE)},
        Words("Second die"),
        {
            "order": Words("in its order"),
            "must": Words("must be played"),
            "free": Words("may be left"),
        },
        about=Words("What becomes of a die that can be played only after the other one."),
    ),
    _LENGTH,
)
_ALL_ON_BAR = (8, 0, 0, 0, 0, 0, 0, 0)

MINIGAM = RuleSet(
    id="minigam",
    title="Minigam",
    layout=Layout(points=6, checkers=8, rising=True),
    start=Position(_ALL_ON_BAR, _ALL_ON_BAR),
    steps_on_double=2,
    second_die=SecondDie.ORDER,
    options=_MINIGAM_OPTIONS,
)
MINIGAM_FULL_ENTRY = replace(
    MINIGAM, id="minigam-full-entry", title="Minigam, full entry", bar_stops_bearing_off=True
)


def _alike(layout: Layout, counts: Mapping[int, int]) -> Position:
    """A start that is the same for both sides: how many checkers are on a side's own numbers."""
    track = tuple(counts.get(layout.number(place), 0) for place in range(layout.off + 1))
    return Position(track, track)


_FULL_BOARD = Layout(points=24, checkers=15, rising=False)
BACKGAMMON = RuleSet(
    id="backgammon",
    title="Backgammon",
    layout=_FULL_BOARD,
    start=_alike(_FULL_BOARD, {24: 2, 13: 5, 8: 3, 6: 5}),
    steps_on_double=4,
    second_die=SecondDie.MOST,
    bar_first=True,
    home=6,
    high_bears_off=True,
    most_points=3,
    cube=True,
    options=(_LENGTH, _CUBE, _CRAWFORD, _JACOBY),
)
PORTES = replace(
    BACKGAMMON,
    id="portes",
    title="Portes",
    most_points=2,
    throws_again=True,
    winner_starts=True,
    cube=False,
    options=(_LENGTH,),
)
_PINS = replace(_FULL_BOARD, pins=True)
PLAKOTO = replace(
    PORTES,
    id="plakoto",
    title="Plakoto",
    layout=_PINS,
    start=_alike(_PINS, {24: 15}),
)
_ONE_WAY = replace(_FULL_BOARD, same_way=True)
FEVGA = replace(
    PORTES,
    id="fevga",
    title="Fevga",
    layout=_ONE_WAY,
    start=_alike(_ONE_WAY, {24: 15}),
    block=1,
    first_past=13,
    open_start=6,
    opens_primes=True,
)
BACKGAMMON_MONEY = replace(
    BACKGAMMON,
    id="backgammon-money",
    title="Backgammon for money",
    most_points=2,
    chooses_colour=True,
    automatic_doubles=None,
    options=(_JACOBY, _AUTOMATIC_DOUBLES),
)
_FEW = Layout(points=24, checkers=3, rising=False)
HYPERGAMMON = replace(
    BACKGAMMON,
    id="hypergammon",
    title="Hypergammon",
    layout=_FEW,
    start=_alike(_FEW, {24: 1, 23: 1, 22: 1}),
    cube=False,
    options=(_LENGTH, _NO_CUBE, _CRAWFORD, _JACOBY),
)
_DICE_BOARD = Layout(points=16, checkers=5, rising=True)
BACKGAMMON_DICE_SIMPLE = RuleSet(
    id="backgammon-dice-simple",
    title="Backgammon Dice, simple",
    layout=_DICE_BOARD,
    start=_alike(_DICE_BOARD, {1: 2, 3: 1, 6: 2}),
    steps_on_double=4,
    second_die=SecondDie.MUST,
    bar_first=True,
    home=6,
    room=2,
    captures_first=True,
    throws_again=True,
    options=(_LENGTH,),
)

_PAWN_DIE = ("regular0", "regular+", "regular-", "double+", "switch0", "half-")


_PAWN_FACES = FacesOption(
    "pawn_die",
    {",".join(_PAWN_DIE): _PAWN_DIE},
    Words("A pawn's six faces"),
    about=Words("What a pawn may roll, and so how it moves."),
)
_PAWNS = range(1, _DICE_BOARD.checkers + 1)
_RANDOM_FACES = Option(
    "random_faces",
    {str(pawns): pawns for pawns in (0, *_PAWNS)},
    Words("Random faces"),
    {
        "0": Words("none"),
        **{str(pawns): Words("{number} a side", number=pawns) for pawns in _PAWNS[:-1]},
        str(_PAWNS[-1]): Words("all"),
    },
    former={"false": "0", "true": str(_PAWNS[-1])},
    about=Words(
        "So many pawns of each side are rolled before the game: their faces say how they move."
    ),
)


def _faced(start: Position) -> Position:
    """A start with every pawn on its plain face."""
    faces = tuple(("regular0",) * count for count in start.white[:-1])
    return replace(start, pawns=Pawns(faces, faces))


BACKGAMMON_DICE_BASIC = replace(
    BACKGAMMON_DICE_SIMPLE,
    id="backgammon-dice-basic",
    title="Backgammon Dice, basic",
    start=_faced(BACKGAMMON_DICE_SIMPLE.start),
    pawn_die=_PAWN_DIE,
    options=(_LENGTH, _RANDOM_FACES, _PAWN_FACES),
)
BACKGAMMON_DICE_TOURNAMENT = replace(
    BACKGAMMON_DICE_BASIC,
    id="backgammon-dice-tournament",
    title="Backgammon Dice, tournament",
    totals=True,
    length=5,
    options=(
        _length(5),
        _RANDOM_FACES,
        Option(
            "signs",
            _YES_NO,
            Words("Signs count"),
            _YES_NO_WORDS,
            about=Words("A pawn's plus or minus counts in its side's total."),
        ),
        _PAWN_FACES,
    ),
)

RULE_SETS: Mapping[str, RuleSet] = {
    rules.id: rules
    for rules in (
        MINIGAM,
        MINIGAM_FULL_ENTRY,
        BACKGAMMON,
        PORTES,
        PLAKOTO,
        FEVGA,
        BACKGAMMON_MONEY,
        HYPERGAMMON,
        BACKGAMMON_DICE_SIMPLE,
        BACKGAMMON_DICE_BASIC,
        BACKGAMMON_DICE_TOURNAMENT,
    )
}
"""Every game, by id."""


def rule_set(rules_id: object, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of that id, with options set by name.

    Raises `UnknownNameError` for an id, option or value that does not exist, naming those that do.

    >>> rule_set("minigam", {"second_die": "must"}).second_die
    <SecondDie.MUST: 'must'>
    """
    if not isinstance(rules_id, str) or rules_id not in RULE_SETS:
        raise UnknownNameError("rule set", str(rules_id), RULE_SETS)
    rules, changes = RULE_SETS[rules_id], dict[str, Any]()
    known = {option.name: option for option in rules.options}
    for name, text in (options or {}).items():
        if name not in known:
            raise UnknownNameError(f"option of {rules.id}", name, known)
        changes[name] = known[name].read(text)
    return replace(rules, **changes) if changes else rules


def rules_of_variant(variant: str) -> RuleSet:
    """The rule set with that `RuleSet.variant`; raise `UnknownNameError` as `rule_set` does.

    >>> rules_of_variant("minigam-full-entry-second_die=must").variant
    'minigam-full-entry-second_die=must'
    """
    rules_id, *options = re.split(r"-(?=\w+=)", variant)
    return rule_set(rules_id, dict(option.split("=", 1) for option in options))
