"""What is agreed before a game: rules, seats, hints and whose dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from minigam.errors import UnknownNameError, UnreadableError
from minigam.rules.clock import FLAGS, OFF, TimeControl, limits
from minigam.rules.match import FRESH, Standing
from minigam.rules.position import Side
from minigam.rules.record import check_name
from minigam.rules.ruleset import RULE_SETS, RuleSet, rule_set
from minigam.rules.terms import DICE_MODES, PERSON, SEATS, Start, Terms, parse_stake
from minigam.words import Words

LEVELS = SEATS[1:5]
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
LEVEL_WORDS = {
    "easy": Words("easy"),
    "medium": Words("medium"),
    "hard": Words("hard"),
    "expert": Words("expert"),
    GNUBG: Words("gnubg"),
    PERFECT: Words("perfect"),
}
SILENT = ("levels", "stake", "remembered")
"""What is not written down where it is as usual."""
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Setup:
    """One game's agreement."""

    rules_id: str = "minigam"
    options: Options = ()
    """Options that differ from the rule set's own, as name and value."""
    white: str = PERSON
    """Who plays white: `human` or a level."""
    black: str = PERSON
    hints: bool = False
    """Whether players may ask for a suggestion."""
    teacher: bool = False
    """Whether a person learns what each play gave away, in a game that there is a table of."""
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
    on_screen: bool = False
    """Whether checkers are drawn only: then a computer's steps are made for it."""
    key: str = ""
    """This board's public key, for games with another board; empty where it has none."""
    names: tuple[str, str] = ("", "")
    """White's and black's name; empty where nobody said."""
    clock: str = OFF
    """`off`, `usual`, or a bank and a delay such as `10:00+12`: see `clock.limits`."""
    flag: str = FLAGS[0]
    """What it means when the time is over: one of `clock.FLAGS`."""
    stake: str = ""
    """What a point is worth, as `stake.parse_stake` reads it; empty where nothing was agreed."""
    remembered: tuple[tuple[str, Options], ...] = ()
    """The options that other games were set up with, by rule set: they are kept for its return."""

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for a seat, mode, rule set or option that does not fit."""
        for what, value, known in (
            ("seat", self.white, SEATS),
            ("seat", self.black, SEATS),
            ("kind of dice", self.dice, DICE_MODES),
            ("kind of flag", self.flag, FLAGS),
        ):
            if value not in known:
                raise UnknownNameError(what, value, known)
        if self.rules_id not in self.games:
            rule_set(self.rules_id)
            raise UnknownNameError("game for this board", self.rules_id, self.games)
        if GNUBG in (self.white, self.black) and self.rules_id not in GNUBG_GAMES:
            raise UnknownNameError("game for gnubg", self.rules_id, GNUBG_GAMES)
        if PERFECT in (self.white, self.black) and not self.is_solved:
            raise UnknownNameError("solved game", self.rules.variant, self.solved)
        limits(self.clock, self.rules.length)
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
        return side.of((self.white, self.black))

    def is_human(self, side: Side) -> bool:
        """Whether a person plays that side."""
        return self.seat(side) == PERSON

    @property
    def is_solved(self) -> bool:
        """Whether there was a table of this game."""
        return self.rules.variant in self.solved

    @property
    def by_hand(self) -> bool:
        """Whether the dice are rolled by hand."""
        return self.dice == "hand"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats to choose from."""
        offered = (PERSON, *self.levels, self.white, self.black)
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
        'expert'
        """
        return self._kept_in(replace(_unseated(self), gnubg=gnubg, solved=solved))

    def offering(self, games: tuple[str, ...], levels: tuple[str, ...]) -> Setup:
        """The same agreement, or the nearest, where only these games and levels are offered.

        >>> Setup(black="hard").offering(("minigam-full-entry",), ("easy",)).black
        'easy'
        >>> Setup(black="hard").offering(("minigam",), ()).black
        'human'
        """
        rules_id = self.rules_id if self.rules_id in games else games[0]
        wider = replace(self, games=(*games, *self.games), levels=levels)
        there = replace(with_rules(wider, rules_id), games=games)
        return there._kept_in(_unseated(there))

    def keeping(self, before: Setup) -> Setup:
        """The same agreement, with the stake and other games' options that were agreed before.

        >>> before = Setup("portes", stake="1 coffee", games=games_for(24))
        >>> Setup("backgammon", games=games_for(24)).keeping(before).stake
        '1 coffee'
        """
        others = _remembered(before, but=self.rules_id)
        return replace(self, stake=self.stake or before.stake, remembered=others)

    def _kept_in(self, here: Setup) -> Setup:
        """Another agreement with these seats, or who is there in their place."""
        seats = (self.white, self.black)
        stand_in = STAND_IN if STAND_IN in here.seats else here.seats[-1]
        white, black = (seat if seat in here.seats else stand_in for seat in seats)
        return replace(here, white=white, black=black)

    def agreeing(self, terms: Terms) -> Setup:
        """What is offered here, with what was agreed for a game that is there already.

        Who played a game from a file has played elsewhere: here people make its plays again.
        """
        seats = (PERSON, PERSON) if terms.imported else terms.seats
        solved = self.solved
        if PERFECT in seats:
            solved = tuple(dict.fromkeys((*solved, terms.rules.variant)))
        return replace(
            self,
            rules_id=terms.rules_id,
            options=terms.options,
            white=seats[0],
            black=seats[1],
            hints=terms.hints,
            teacher=terms.teacher,
            dice=terms.dice,
            games=tuple(dict.fromkeys((*self.games, terms.rules_id))),
            gnubg=self.gnubg or GNUBG in seats,
            solved=solved,
            names=terms.names,
            clock=terms.clock.text if terms.clock else OFF,
            flag=terms.clock.flag if terms.clock else self.flag,
            stake=terms.stake,
        )

    def terms(
        self,
        standing: Standing = FRESH,
        starter: Side | None = None,
        banks: tuple[int, int] | None = None,
        start: Start | None = None,
    ) -> Terms:
        """The terms of a game that begins with this agreement, in a match or series that stands so.

        >>> Setup(black="hard").terms().seats
        ('human', 'hard')
        """
        white, black = Side
        return Terms(
            rules_id=self.rules_id,
            options=tuple(dict(self.options).items()),
            seats=(self.white, self.black),
            names=(self.person(white), self.person(black)),
            by_hand=self.by_hand,
            hints=self.hints,
            teacher=self.teacher,
            clock=None if self.clock == OFF else TimeControl(self.clock, self.flag, banks),
            stake=self.stake,
            score=standing.score,
            crawford_played=standing.crawford_played,
            starter=starter,
            start=start,
        )

    def swapped(self) -> Setup:
        """The same agreement with the seats exchanged."""
        return replace(
            self,
            white=self.black,
            black=self.white,
            names=self.names[::-1],
        )

    def person(self, side: Side) -> str:
        """The name of the person on that side; empty where nobody says, or a computer plays.

        >>> ann = Setup(names=("Ann", "Ben"), black="hard")
        >>> ann.person(Side.WHITE), ann.person(Side.BLACK)
        ('Ann', '')
        """
        return side.of(self.names) if self.is_human(side) else ""

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
        return side.title if seat == PERSON else Words("Computer, {level}", level=LEVEL_WORDS[seat])

    @property
    def board(self) -> tuple[int, bool]:
        """What kind of board it is played on: how many points, and whether it feels checkers."""
        return self.rules.layout.points, self.felt

    def to_json(self) -> dict[str, Any]:
        """The agreement as plain values, without those that say nothing, and without the board's.

        These are whether it has a screen, and its key.
        """
        body = asdict(self)
        del body["on_screen"], body["key"]
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


def setup_of(terms: Terms) -> Setup:
    """A stored game's agreement, on any board of its size.

    >>> setup_of(Terms("portes", names=("Ann", ""))).players
    ('Ann', 'Black')
    """
    games = games_for(terms.rules.layout.points)
    return Setup(terms.rules_id, games=games).agreeing(terms)


def lengths_of(setup: Setup) -> tuple[str, ...]:
    """The lengths of a match that a tap goes through: the usual ones, and the present one."""
    if all(option.name != "length" for option in setup.rules.options):
        return ()
    return tuple(str(points) for points in sorted({*LENGTHS, setup.rules.length}))


def with_option(setup: Setup, name: str, value: str) -> Setup:
    """The same agreement with another value of an option.

    >>> with_option(Setup(), "second_die", "must").options
    (('second_die', 'must'),)

    A seat that needs a table stays where there is one for that option.
    """
    others = tuple(pair for pair in setup.options if pair[0] != name)
    return setup._kept_in(replace(_unseated(setup), options=(*others, (name, value))))


def with_rules(setup: Setup, rules_id: str) -> Setup:
    """The same agreement about another game: with the options that it was last set up with.

    The length of a match goes along, as the players and their stake do.
    """
    if rules_id == setup.rules_id:
        return setup
    own, length = dict(setup.remembered).get(rules_id, ()), dict(setup.options).get("length")
    changed = with_game(setup, rules_id, own)
    if length and lengths_of(changed):
        changed = with_option(_unseated(changed), "length", length)
    return setup._kept_in(changed)


def with_game(setup: Setup, rules_id: str, options: Options) -> Setup:
    """The same agreement about a game with these options, or the nearest.

    >>> with_game(Setup(black="hard"), "minigam", (("second_die", "must"),)).rules.variant
    'minigam-second_die=must'
    """
    others = _remembered(setup, but=rules_id)
    changed = replace(_unseated(setup), rules_id=rules_id, options=options, remembered=others)
    return setup._kept_in(changed)


def _remembered(setup: Setup, but: str) -> tuple[tuple[str, Options], ...]:
    """What all games but one were set up with, where that differs from their own options."""
    every = {**dict(setup.remembered), setup.rules_id: setup.options}
    return tuple((name, own) for name, own in every.items() if own and name != but)


def _unseated(setup: Setup) -> Setup:
    return replace(setup, white=PERSON, black=PERSON)
