"""What is agreed before a game: rules, seats, hints and whose dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from minigam.errors import UnknownNameError, UnreadableError
from minigam.rules.position import Side
from minigam.rules.record import PERSON, SEATS, check_name
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.stake import parse_stake
from minigam.rules.timecontrol import FLAGS, OFF, Limits, limits
from minigam.words import Words

HUMAN = PERSON
LEVELS = SEATS[1:4]
"""The computer's levels, weakest first."""
GNUBG = "gnubg"
"""GNU Backgammon as a level, where it is installed."""
GNUBG_GAMES = ("backgammon", "portes", "backgammon-money", "hypergammon")
"""The games whose positions gnubg can judge."""
PERFECT = "perfect"
"""The best play by exact values, as a level, where there is a table of them."""
STAND_IN = LEVELS[-1]
"""The level that plays where gnubg, or the table, does not."""
LENGTHS = (0, 1, 3, 5, 7, 9, 11)
"""The lengths of a match offered on the board; 0 is a series of single games."""
DICE_MODES = ("electronic", "hand")
HELP = {
    (False, False): Words("none"),
    (True, False): Words("hints"),
    (False, True): Words("teacher"),
    (True, True): Words("both"),
}
"""What hints and a teacher are called together, in the order they are offered."""
SEAT_WORDS = {
    HUMAN: Words("person"),
    "easy": Words("computer, easy"),
    "medium": Words("computer, medium"),
    "hard": Words("computer, hard"),
    GNUBG: Words("computer, gnubg"),
    PERFECT: Words("computer, perfect"),
}
"""The seats as people read them."""
LEVEL_WORDS = {
    "easy": Words("easy"),
    "medium": Words("medium"),
    "hard": Words("hard"),
    GNUBG: Words("gnubg"),
    PERFECT: Words("perfect"),
}
RECORDED = {Side.WHITE: "White", Side.BLACK: "Black"}
"""In a record, sides whose player has no name."""
SILENT = ("levels", "stake", "remembered", "file_seats")
"""What is not written down where it is as usual."""
NOTHING = Words("")
Value = TypeVar("Value")
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Setup:
    """One game's agreement."""

    rules_id: str = "minigam"
    options: Options = ()
    """Options that differ from the rule set's own, as name and value."""
    white: str = HUMAN
    """Who plays white: `human` or a level."""
    black: str = HUMAN
    hints: bool = False
    """Whether players may ask for a suggestion."""
    teacher: bool = False
    """Whether a person is told what each play gave away, in a game that there is a table of."""
    dice: str = DICE_MODES[0]
    """`electronic`, or `hand` for real dice whose faces are entered."""
    games: tuple[str, ...] = field(default=("minigam", "minigam-full-entry"))
    """The rule sets that fit the board, in the order they are offered."""
    levels: tuple[str, ...] = SEATS[1:]
    """The computer's levels that are offered where they are."""
    gnubg: bool = False
    """Whether gnubg was installed: then it is offered, and gives the hints, where it can."""
    solved: tuple[str, ...] = ()
    """The games (`RuleSet.variant`) that there were tables of: in these, `perfect` is offered."""
    felt: bool = False
    """Whether the board feels its checkers: then no zone can be tapped."""
    names: tuple[str, str] = ("", "")
    """White's and black's name; empty where nobody said."""
    clock: str = OFF
    """`off`, `usual`, or a bank and a delay such as `10:00+12`: see `timecontrol.limits`."""
    flag: str = FLAGS[0]
    """What it means when the time is over: one of `timecontrol.FLAGS`."""
    stake: str = ""
    """What a point is worth, as `stake.parse_stake` reads it; empty where nothing was agreed."""
    remembered: tuple[tuple[str, Options], ...] = ()
    """The options that other games were set up with, by rule set: they are kept for its return."""
    file_seats: tuple[str, str] = (HUMAN, HUMAN)
    """Who played white and black in a game from a file; here people make its plays again."""

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for a seat, mode, rule set or option that does not fit."""
        for seat in (self.white, self.black, *self.file_seats):
            if seat not in SEATS:
                raise UnknownNameError("seat", seat, SEATS)
        if self.dice not in DICE_MODES:
            raise UnknownNameError("kind of dice", self.dice, DICE_MODES)
        if self.rules_id not in self.games:
            rule_set(self.rules_id)
            raise UnknownNameError("game for this board", self.rules_id, self.games)
        if GNUBG in (self.white, self.black) and self.rules_id not in GNUBG_GAMES:
            raise UnknownNameError("game for gnubg", self.rules_id, GNUBG_GAMES)
        needs_table = self.teacher or PERFECT in (self.white, self.black)
        if needs_table and not self.is_solved:
            raise UnknownNameError("solved game", self.rules.variant, self.solved)
        if self.flag not in FLAGS:
            raise UnknownNameError("kind of flag", self.flag, FLAGS)
        limits(self.clock, rule_set(self.rules_id, dict(self.options)).length)
        if self.stake:
            object.__setattr__(self, "stake", str(parse_stake(self.stake)))
        for rules_id, options in self.remembered:
            rule_set(rules_id, dict(options))

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set with its options."""
        return rule_set(self.rules_id, dict(self.options))

    def seat(self, side: Side) -> str:
        """Who plays that side."""
        return self.white if side is Side.WHITE else self.black

    def is_human(self, side: Side) -> bool:
        """Whether a person plays that side."""
        return self.seat(side) == HUMAN

    @property
    def limits(self) -> Limits | None:
        """What the clock gives each side, where there is one."""
        return limits(self.clock, self.rules.length)

    @property
    def is_solved(self) -> bool:
        """Whether there was a table of this game."""
        return self.rules.variant in self.solved

    @property
    def shows_best(self) -> bool:
        """Whether a person may see the best play before the turn ends."""
        return self.teacher and self.hints

    @property
    def by_hand(self) -> bool:
        """Whether the dice are thrown by hand."""
        return self.dice == "hand"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats to choose from."""
        offered = (HUMAN, *self.levels, self.white, self.black)
        return tuple(seat for seat in self._players if seat in offered)

    @property
    def _players(self) -> tuple[str, ...]:
        """Who can be seated here, offered or not."""
        there = {
            GNUBG: self.gnubg and self.rules_id in GNUBG_GAMES,
            PERFECT: self.is_solved,
        }
        seated = (self.white, self.black)
        return tuple(seat for seat in SEATS if seat in seated or there.get(seat, True))

    @property
    def hint_level(self) -> str:
        """The level that gives the hints: the best there is, offered or not."""
        return self._players[-1]

    def where(self, gnubg: bool, solved: tuple[str, ...]) -> Setup:
        """The same agreement where gnubg is installed or not, and these games are solved.

        >>> Setup("portes", black="gnubg", games=games_for(24)).where(False, ()).black
        'hard'
        """
        return self._kept_in(replace(_unseated(self), gnubg=gnubg, solved=solved))

    def offering(self, games: tuple[str, ...], levels: tuple[str, ...]) -> Setup:
        """The same agreement, or the nearest, where only these games and levels are offered.

        >>> Setup(black="hard").offering(("minigam-full-entry",), ("easy",)).black
        'easy'
        """
        rules_id = self.rules_id if self.rules_id in games else games[0]
        wider = replace(self, games=(*games, *self.games), levels=levels)
        return replace(_with_rules(wider, rules_id), games=games)

    def keeping(self, before: Setup) -> Setup:
        """The same agreement, with the stake and other games' options that were agreed before.

        >>> before = Setup("portes", stake="1 coffee", games=games_for(24))
        >>> Setup("backgammon", games=games_for(24)).keeping(before).stake
        '1 coffee'
        """
        others = _remembered(before, but=self.rules_id)
        return replace(self, stake=self.stake or before.stake, remembered=others)

    def _kept_in(self, here: Setup) -> Setup:
        """Another agreement with these seats and teacher, or who is there in their place."""
        seats = (self.white, self.black)
        stand_in = STAND_IN if STAND_IN in here.seats else here.seats[-1]
        white, black = (seat if seat in here.seats else stand_in for seat in seats)
        return replace(here, white=white, black=black, teacher=self.teacher and here.is_solved)

    def named_like(self, other: Setup) -> Setup:
        """The same agreement between the people of another one."""
        return replace(self, names=other.names)

    def swapped(self) -> Setup:
        """The same agreement with the seats exchanged."""
        return replace(
            self,
            white=self.black,
            black=self.white,
            names=self.names[::-1],
            file_seats=self.file_seats[::-1],
        )

    def person(self, side: Side) -> str:
        """The name of the person on that side; empty where nobody says, or a computer plays.

        >>> ann = Setup(names=("Ann", "Ben"), black="hard")
        >>> ann.person(Side.WHITE), ann.person(Side.BLACK)
        ('Ann', '')
        """
        white, black = self.names
        return (white if side is Side.WHITE else black) if self.seat(side) == HUMAN else ""

    @property
    def players(self) -> tuple[str, str]:
        """What the screen calls those who play, white first.

        >>> Setup(black="hard").players
        ('White', 'Computer, hard')
        """
        white, black = Side
        return self._called(white), self._called(black)

    def _called(self, side: Side) -> str:
        seat = self.seat(side)
        if name := self.person(side):
            return name
        return side.title if seat == HUMAN else Words("Computer, {level}", level=LEVEL_WORDS[seat])

    def recorded(self, side: Side) -> str:
        """Likewise in a record, which no other wording on the screen may change.

        >>> Setup(black="hard").recorded(Side.BLACK)
        'Computer, hard'
        """
        seat, name = self.seat(side), self.person(side)
        return name or (RECORDED[side] if seat == HUMAN else f"Computer, {seat}")

    @property
    def recorded_seats(self) -> tuple[str, str]:
        """Who plays, or has played in a game from a file, white first."""
        here = (self.white, self.black)
        return here if self.file_seats == (HUMAN, HUMAN) else self.file_seats

    @property
    def board(self) -> tuple[int, bool]:
        """What kind of board it is played on: how many points, and whether it feels checkers."""
        return self.rules.layout.points, self.felt

    def to_json(self) -> dict[str, Any]:
        """The agreement as plain values, without those that say nothing."""
        body = asdict(self)
        silent = {name: getattr(Setup(), name) for name in SILENT}
        return {name: value for name, value in body.items() if value != silent.get(name, ...)}

    @classmethod
    def from_json(cls, body: Any) -> Setup:
        """Read what `to_json` wrote; raise `UnreadableError` for anything else."""
        if not isinstance(body, Mapping):
            raise UnreadableError(f"expected a set-up, got {body!r}")
        try:
            values = {**body, "games": tuple(body["games"])}
            values["options"] = _pairs(body["options"])
            remembered = body.get("remembered", ())
            values["remembered"] = tuple((str(name), _pairs(own)) for name, own in remembered)
            values["solved"] = tuple(map(str, body.get("solved", ())))
            values["levels"] = tuple(map(str, body.get("levels", SEATS[1:])))
            white, black = body.get("file_seats", (HUMAN, HUMAN))
            values["file_seats"] = (white, black)
            white, black = body.get("names", ("", ""))
            values["names"] = tuple(name and check_name(name) for name in (white, black))
            return cls(**values)
        except (KeyError, TypeError, ValueError, LookupError) as fault:
            raise UnreadableError(f"expected a set-up, got {dict(body)!r}: {fault}") from None


def _pairs(options: Any) -> Options:
    return tuple((str(name), str(value)) for name, value in options)


def games_for(points: int) -> tuple[str, ...]:
    """The rule sets for a board of that many points.

    >>> games_for(6)
    ('minigam', 'minigam-full-entry')
    """
    return tuple(rules.id for rules in RULE_SETS.values() if rules.layout.points == points)


@dataclass(frozen=True)
class Choice:
    """A zone that stands for something to set or to do."""

    zone: str
    name: Words
    value: Words = NOTHING
    """The present value's words; empty for something to do."""
    index: int = 0
    """The present value's place among `count`."""
    count: int = 1


RULES = Choice("bar-white", Words("Options"))
"""Opens the page of `rule_choices`."""


def setup_choices(setup: Setup) -> tuple[Choice, ...]:
    """What each zone sets in the attract scene.

    >>> setup_choices(Setup())[1]
    Choice(zone='point-2', name='White', value='person', index=0, count=4)
    """
    titles = [Words(RULE_SETS[name].title) for name in setup.games]
    seats = [SEAT_WORDS[seat] for seat in setup.seats]
    kinds = _kinds_of_help(setup)
    rows: tuple[tuple[Words, list[Words], int], ...] = (
        (Words("Game"), titles, setup.games.index(setup.rules_id)),
        (Words("White"), seats, setup.seats.index(setup.white)),
        (Words("Black"), seats, setup.seats.index(setup.black)),
        (Words("Help"), [HELP[kind] for kind in kinds], kinds.index((setup.hints, setup.teacher))),
        (Words("Dice"), [Words("the board's"), Words("by hand")], DICE_MODES.index(setup.dice)),
        *_match_row(setup),
    )
    found = tuple(
        Choice(f"point-{number}", name, values[index], index, len(values))
        for number, (name, values, index) in enumerate(rows, start=1)
    )
    return (*found, RULES)


def _kinds_of_help(setup: Setup) -> tuple[tuple[bool, bool], ...]:
    return tuple(kind for kind in HELP if setup.is_solved or not kind[1])


def _match_row(setup: Setup) -> Iterator[tuple[Words, list[Words], int]]:
    lengths = _lengths(setup)
    if lengths:
        words = (Words("to {points}", points=points) for points in lengths[1:])
        yield (
            Words("Match"),
            [Words("single games"), *words],
            lengths.index(str(setup.rules.length)),
        )


def _lengths(setup: Setup) -> tuple[str, ...]:
    """The lengths of a match that a tap goes through: the usual ones, and the present one."""
    if all(option.name != "length" for option in setup.rules.options):
        return ()
    return tuple(str(points) for points in sorted({*LENGTHS, setup.rules.length}))


def with_next_choice(setup: Setup, zone: str) -> Setup | None:
    """The set-up after a tap on a zone in the attract scene; None where it stands for nothing.

    >>> with_next_choice(Setup(), "point-3").black
    'easy'
    """
    match zone:
        case "point-1":
            return _with_rules(setup, _after(setup.games, setup.rules_id))
        case "point-2":
            return replace(setup, white=_after(setup.seats, setup.white))
        case "point-3":
            return replace(setup, black=_after(setup.seats, setup.black))
        case "point-4":
            hints, teacher = _after(_kinds_of_help(setup), (setup.hints, setup.teacher))
            return replace(setup, hints=hints, teacher=teacher)
        case "point-5":
            return replace(setup, dice=_after(DICE_MODES, setup.dice))
        case "point-6" if lengths := _lengths(setup):
            length = _after(lengths, str(setup.rules.length))
            return with_option(setup, "length", length)
    return None


def with_option(setup: Setup, name: str, value: str) -> Setup:
    """The same agreement with another value of an option.

    >>> with_option(Setup(), "second_die", "must").options
    (('second_die', 'must'),)

    Seats and a teacher that need a table stay where there is one for that option.
    """
    others = tuple(pair for pair in setup.options if pair[0] != name)
    return setup._kept_in(replace(_unseated(setup), options=(*others, (name, value))))


def _with_rules(setup: Setup, rules_id: str) -> Setup:
    """The same agreement about another game: with the options that it was last set up with.

    The length of a match goes along, as the players and their stake do.
    """
    if rules_id == setup.rules_id:
        return setup
    own, length = dict(setup.remembered).get(rules_id, ()), dict(setup.options).get("length")
    changed = replace(
        _unseated(setup),
        rules_id=rules_id,
        options=own,
        remembered=_remembered(setup, but=rules_id),
    )
    if length and _lengths(changed):
        changed = with_option(changed, "length", length)
    return setup._kept_in(changed)


def _remembered(setup: Setup, but: str) -> tuple[tuple[str, Options], ...]:
    """What all games but one were set up with, where that differs from their own options."""
    every = {**dict(setup.remembered), setup.rules_id: setup.options}
    return tuple((name, own) for name, own in every.items() if own and name != but)


def _unseated(setup: Setup) -> Setup:
    return replace(setup, white=HUMAN, black=HUMAN, teacher=False)


def _after(values: tuple[Value, ...], value: Value) -> Value:
    return values[(values.index(value) + 1) % len(values)]
