"""Converts XGIDs and GNU Backgammon IDs to game records that begin at that position."""

from minigam.errors import IllegalPlayError
from minigam.formats.ids import Moment, read_id
from minigam.formats.located_json import Spot
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Record
from minigam.rules.record_conversion import game_of
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import Start, Terms

RULES_ID = "backgammon"
"""What is played, where nothing else is said."""


def read_ids(text: str) -> tuple[Record, ...]:
    """A game for each line of a text, which holds one ID.

    Raises `UnreadableError` or `IllegalPlayError` with the line.

    >>> (game,) = read_ids("XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:0:0:7:10")
    >>> game.terms.starter, game.roll, game.terms.score
    (<Side.WHITE: 'white'>, (5, 2), (2, 0))
    """
    layout = RULE_SETS[RULES_ID].layout
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            with Spot(number, 1).blamed():
                games.append(record_at(read_id(line.strip(), layout)))
    return tuple(games)


def record_at(moment: Moment) -> Record:
    """The game that goes on from a moment; raise `IllegalPlayError` where it cannot be played here.

    Beavers are forgotten, and so is the highest cube, but where it says that there is no cube.
    """
    _check_goes_on(moment)
    options = {
        "length": str(moment.length),
        "cube": str(moment.cube_limit > 0).lower(),
        "jacoby": str(moment.jacoby).lower(),
    }
    terms = Terms(
        RULES_ID,
        tuple(options.items()),
        score=moment.score,
        crawford_played=_crawford_played(moment),
        starter=moment.on_roll,
        start=Start(moment.position, moment.cube),
    )
    doubles = (CubeAction(moment.on_roll, "double"),) if moment.doubled else ()
    record = Record(terms.settled(), actions=doubles, roll=moment.roll)
    game_of(record)
    return record


def moment_of(game: Game) -> Moment:
    """Where a game stands that is being played, as XGID and GNU Backgammon's IDs know it.

    Steps that were made of a roll are not in it: the position is the one before the roll.

    >>> moment_of(Game.begin(Terms("minigam"))).stage
    'none'
    """
    rules = game.rules
    return Moment(
        game.position,
        game.side or Side.WHITE,
        game.unplayed[0][0] if game.turn else None,
        game.cube,
        doubled=game.doubled,
        length=rules.length,
        score=game.terms.score,
        crawford=game.standing.is_crawford(rules),
        jacoby=rules.jacoby,
        stage="playing" if game.side else "none",
    )


def _check_goes_on(moment: Moment) -> None:
    if moment.stage != "playing":
        raise IllegalPlayError("expected a game that is being played, got one that is not")
    if moment.resigner:
        raise IllegalPlayError("expected no resignation that waits for an answer, got one")


def _crawford_played(moment: Moment) -> bool:
    """Whether the match had its game without a cube: a side needs one point, and this is not it."""
    white, black = moment.score
    needs_one = moment.length > 1 and max(white, black) == moment.length - 1
    if moment.crawford and moment.length > 1 and (white == black or not needs_one):
        raise IllegalPlayError(
            "expected the Crawford game where one side alone needs one point, "
            f"got {white} to {black} in a match to {moment.length}"
        )
    return needs_one and not moment.crawford
