"""What a game came to, in a few words that are kept when its moves are gone."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from minigam.errors import MinigamError, UnreadableError
from minigam.rules.game import Game
from minigam.rules.plays import DRAW, OUTCOMES
from minigam.rules.position import Side
from minigam.rules.record import BORNE_OFF, ENDS, check_name
from minigam.rules.ruleset import RULE_SETS, rule_set
from minigam.rules.terms import PERSON, SEATS
from minigam.validation import FLAG, NUMBER, TEXT, Kind, one_of, pair_of, whole
from minigam.words import Words

FACES = range(1, 7)
MOST = 10**9
"""No number of a game comes to more."""


@dataclass(frozen=True)
class Summary:
    """One game; whatever there are two of is white's and black's."""

    rules_id: str
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[str, str] = ("human", "human")
    names: tuple[str, str] = ("", "")
    """Empty where nobody said."""
    begun: bool = False
    """Whether anything was rolled or promised: else nobody has played."""
    turns: int = 0
    score: tuple[int, int] = (0, 0)
    """The points after it, in its match or series."""
    winner: str = ""
    """`white` or `black`; empty for a draw, and while it is not over."""
    points: int = 0
    kind: str = ""
    """`single`, `gammon`, `backgammon` or `draw`: see `rules.plays.Result`; empty before."""
    ended_by: str = BORNE_OFF
    length: int = 0
    """The points of its match; 0 for none."""
    match_over: bool = False
    """Whether it has decided a match."""
    by_hand: bool = False
    """Whether its dice were rolled by hand."""
    faces: tuple[int, ...] = (0,) * len(FACES)
    """How often each number was rolled."""
    imported: bool = False
    played_on: bool = False
    """Whether it was begun from a position of another game: no statistics count it."""
    judged: tuple[int, int] = (0, 0)
    """How many plays a table of exact values has judged."""
    lost: tuple[float, float] = (0.0, 0.0)
    """What these have given away together, in points."""

    @property
    def title(self) -> Words:
        """The game's name for people."""
        return Words(RULE_SETS[self.rules_id].title)

    @property
    def players(self) -> tuple[str, str]:
        """White's and black's name, or their seats where nobody is named."""
        (white, black), seats = self.names, self.seats
        return white or seats[0], black or seats[1]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or nobody can any more."""
        return bool(self.winner) or self.kind == DRAW


def summary_of(game: Game) -> Summary:
    """What a game came to.

    >>> from minigam.rules.terms import Terms
    >>> summary_of(Game.begin(Terms("minigam", seats=("easy", "human")))).seats
    ('easy', 'human')
    """
    terms, won = game.terms, game.result
    dice = [die for roll, _ in game.rolls for die in roll]
    return Summary(
        rules_id=terms.rules_id,
        options=terms.options,
        seats=(PERSON, PERSON) if terms.imported else terms.seats,
        names=terms.names,
        begun=game.has_begun,
        turns=len(game.plays),
        score=game.score,
        winner=won.winner_name if won else "",
        points=won.points if won else 0,
        kind=won.kind if won else "",
        ended_by=game.ended_by,
        length=game.rules.length,
        match_over=bool(won and game.rules.length and game.match_over),
        by_hand=terms.by_hand,
        faces=tuple(dice.count(face) for face in FACES),
        imported=terms.imported,
        played_on=terms.is_played_on,
    )


def summary_to_json(summary: Summary) -> dict[str, Any]:
    """A summary as plain JSON values."""
    return asdict(summary)


def summary_from_json(body: Any) -> Summary:
    """The summary of `summary_to_json`; raise `UnreadableError` for anything else.

    >>> summary_from_json(summary_to_json(Summary("minigam", turns=7))).turns
    7
    """
    if not isinstance(body, Mapping):
        raise UnreadableError(f"expected a summary, got {body!r}")
    try:
        values = {name: _frozen(value) for name, value in body.items()}
        found = Summary(**values)
        _check(found)
    except (MinigamError, TypeError, ValueError, LookupError) as fault:
        raise UnreadableError(f"expected a summary, got {dict(body)!r}: {fault}") from None
    return found


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


_COUNT = whole(0, MOST)
_LOSS = Kind(f"a number from 0 to {MOST}", lambda value: NUMBER.fits(value) and 0 <= value <= MOST)
_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("begun", "match_over", "by_hand", "imported", "played_on"), FLAG),
    **dict.fromkeys(("turns", "points", "length"), _COUNT),
    **dict.fromkeys(("score", "judged"), pair_of(_COUNT)),
    "lost": pair_of(_LOSS),
    "names": pair_of(TEXT),
    "seats": pair_of(one_of(SEATS)),
    "faces": Kind(
        f"{len(FACES)} numbers",
        lambda value: len(value) == len(FACES) and all(map(_COUNT.fits, value)),
    ),
    "winner": one_of(("", *(side.value for side in Side))),
    "kind": one_of(("", *OUTCOMES)),
    "ended_by": one_of(ENDS),
}


def _check(found: Summary) -> None:
    """Raise `ValueError` or another for a field of another kind, or out of its bounds."""
    for name, kind in _KINDS.items():
        kind.read(getattr(found, name), name)
    for name in filter(None, found.names):
        check_name(name)
    rule_set(found.rules_id, dict(found.options))
