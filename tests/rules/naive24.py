"""A naive oracle for the four games of 24 points, written from the rules text alone.

It shares nothing with the real engine and tries to be obviously right, not fast: "as many dice as
possible" is answered by trying everything, and everything else is read off that.

The board is the position text itself: 26 characters in white's own numbering, [0] black's bar,
[1]..[24] the points, [25] white's bar; '-' is empty, 'A'..'O' are 1 to 15 white checkers, 'a'..'o'
black ones. Checkers missing from the text are off. Own numbers fall as a side moves: 25 is its
bar, 24 its farthest point, 1 its last, 0 is off.

Try it: python -m doctest tests/rules/naive24.py
"""

import random
from functools import lru_cache

from tests.rules.naive import other

# "24 points, 15 checkers a side"; hypergammon: "3 checkers a side, on 24, 23 and 22".
CHECKERS = {"backgammon": 15, "portes": 15, "backgammon-money": 15, "hypergammon": 3}
USUAL = ((24, 2), (13, 5), (8, 3), (6, 5))  # "the usual start: 24:2, 13:5, 8:3, 6:5"
HYPER = ((24, 1), (23, 1), (22, 1))
BAR = 25
OFF = 0
EMPTY = "-" * 26
LETTERS = {"white": "-ABCDEFGHIJKLMNO", "black": "-abcdefghijklmno"}
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]  # the 21 unordered

Roll = tuple[int, int]
Step = tuple[int, str, str]  # die, source zone, target zone
Steps = tuple[Step, ...]
Dice = tuple[int, ...]
Open = tuple[Step, str, Dice]  # a step, the position after it, the dice then left
Turn = tuple[str, str, Roll, Steps, str]  # position, side, roll, the steps, the position after them


# ---- Reading and changing the position text -----------------------------------------------------


def index_of(side: str, own: int) -> int:
    """Where a side's own number (25 its bar) stands in the text.

    >>> index_of("white", 25), index_of("white", 6), index_of("black", 25), index_of("black", 6)
    (25, 6, 0, 19)
    """
    return own if side == "white" else 25 - own


def count_at(position: str, side: str, own: int) -> int:
    """How many checkers of a side stand at its own number.

    >>> count_at(start("backgammon"), "black", 8), count_at(start("backgammon"), "white", 17)
    (3, 0)
    """
    return max(LETTERS[side].find(position[index_of(side, own)]), 0)


def with_count(position: str, side: str, own: int, count: int) -> str:
    """The text with one place holding that many checkers of a side, and nothing else."""
    index = index_of(side, own)
    return position[:index] + LETTERS[side][count] + position[index + 1 :]


@lru_cache(maxsize=2**16)
def in_play(position: str, side: str) -> int:
    """How many checkers of a side are not off."""
    return sum(count_at(position, side, own) for own in range(1, 26))


def zone_of(side: str, own: int) -> str:
    """The zone name of a side's own number; points are named by white's numbers.

    >>> zone_of("white", 25), zone_of("white", 24), zone_of("black", 24), zone_of("black", 0)
    ('bar-white', 'point-24', 'point-1', 'off-black')
    """
    if own == BAR:
        return f"bar-{side}"
    if own == OFF:
        return f"off-{side}"
    return f"point-{index_of(side, own)}"


def check(game: str, position: str, side: str, roll: Roll) -> None:
    """Refuse arguments that are not of this game, so that a wrong test fails loudly.

    >>> check("hypergammon", start("backgammon"), "white", (2, 1))
    Traceback (most recent call last):
    ValueError: too many checkers: '-b----E-C---eE---c-e----B-'
    """
    if len(position) != 26 or not set(position) <= set(LETTERS["white"] + LETTERS["black"]):
        raise ValueError(f"not a position: {position!r}")
    if position[0].isupper() or position[25].islower():
        raise ValueError(f"a checker on the wrong bar: {position!r}")
    if max(in_play(position, "white"), in_play(position, "black")) > CHECKERS[game]:
        raise ValueError(f"too many checkers: {position!r}")
    if side not in LETTERS or len(roll) != 2 or not set(roll) <= {1, 2, 3, 4, 5, 6}:
        raise ValueError(f"not a side or not a roll: {side!r} {roll!r}")


# ---- One step -----------------------------------------------------------------------------------


def highest(position: str, side: str) -> int:
    """The side's rearmost own number with a checker; 25 is the bar, 0 is none left."""
    return max((own for own in range(1, 26) if count_at(position, side, own) > 0), default=0)


def may_step(position: str, side: str, source: int, die: int) -> bool:
    """Whether a side may move a checker from its own number source by a die.

    >>> may_step("------AA" + "-" * 17 + "A", "white", 6, 1)  # one on the bar
    False
    >>> home = "a--A-A" + "-" * 20
    >>> [die for die in range(1, 7) if may_step(home, "white", 5, die)]  # exact, or over it
    [1, 2, 3, 4, 5, 6]
    >>> [die for die in range(1, 7) if may_step(home, "white", 3, die)]  # not over: 5 is higher
    [1, 2, 3]
    """
    # "The game ends": nobody steps after it.
    if in_play(position, "white") == 0 or in_play(position, "black") == 0:
        return False
    if count_at(position, side, source) == 0:
        return False
    # "All checkers on the bar must enter before any other step."
    if source != BAR and count_at(position, side, BAR) > 0:
        return False
    target = source - die
    # A landing needs anything but an opposing made point ("two or more of one side").
    if target >= 1:
        return count_at(position, other(side), 25 - target) < 2
    # "Bear off once all own checkers still in play are home (1-6)."
    if highest(position, side) > 6:
        return False
    # "Exact, or with a die above the highest occupied point from that highest point."
    return target == 0 or source == highest(position, side)


def after_step(position: str, side: str, source: int, die: int) -> str:
    """The position after a legal step.

    >>> after_step("-" * 5 + "aA" + "-" * 19, "white", 6, 1)  # a hit: to its owner's bar
    'a----A--------------------'
    """
    position = with_count(position, side, source, count_at(position, side, source) - 1)
    target = source - die
    if target <= OFF:
        return position  # checkers missing from the text are off
    if count_at(position, other(side), 25 - target) == 1:
        position = with_count(position, other(side), 25 - target, 0)
        position = with_count(position, other(side), BAR, count_at(position, other(side), BAR) + 1)
    return with_count(position, side, target, count_at(position, side, target) + 1)


@lru_cache(maxsize=2**16)
def any_steps(position: str, side: str, dice: Dice) -> tuple[Open, ...]:
    """Every step with any of the dice, the duty to play many dice not yet looked at."""
    found = []
    for die in sorted(set(dice)):
        left = list(dice)
        left.remove(die)
        for source in range(1, 26):
            if may_step(position, side, source, die):
                step = (die, zone_of(side, source), zone_of(side, max(source - die, OFF)))
                found.append((step, after_step(position, side, source, die), tuple(left)))
    return tuple(found)


# ---- A whole turn -------------------------------------------------------------------------------


def dice_of(roll: Roll) -> Dice:
    """ "Doubles are played four times." Of pawns: "doubles are four moves." """
    return roll * 2 if roll[0] == roll[1] else roll


@lru_cache(maxsize=2**16)
def most(position: str, side: str, dice: Dice) -> int:
    """How many of the dice can be played at most: every way is tried."""
    ways = any_steps(position, side, dice)
    return max((1 + most(after, side, left) for _, after, left in ways), default=0)


def good_steps(position: str, side: str, dice: Dice) -> list[Open]:
    """The steps that begin some complete legal play of these dice."""
    best = most(position, side, dice)
    # "Play as many dice as possible."
    ways = any_steps(position, side, dice)
    found = [way for way in ways if 1 + most(way[1], side, way[2]) == best]
    # "If either but not both can be played, the larger": one step of two dice, so take the largest
    # die among them (for doubles, and when one die is left, all are the same).
    if best == 1 and found:
        largest = max(step[0] for step, _, _ in found)
        return [way for way in found if way[0][0] == largest]
    return found


@lru_cache(maxsize=2**16)
def ends(position: str, side: str, dice: Dice) -> frozenset[str]:
    """The positions that complete plays of these dice lead to."""
    ways = {(after, left) for _, after, left in good_steps(position, side, dice)}
    if not ways:
        return frozenset({position})
    return frozenset().union(*(ends(after, side, left) for after, left in ways))


def after_made(position: str, side: str, dice: Dice, made: Steps) -> tuple[str, Dice]:
    """The position and the dice left after some steps."""
    for made_step in made:
        (way,) = [way for way in any_steps(position, side, dice) if way[0] == made_step]
        _, position, dice = way
    return position, dice


@lru_cache(maxsize=2**16)
def leads(position: str, side: str, dice: Dice, goals: frozenset[str]) -> bool:
    """Whether any order of the dice left, or of fewer of them, leads to one of the goals."""
    if position in goals:
        return True
    return any(
        leads(after, side, left, goals) for _, after, left in any_steps(position, side, dice)
    )


# ---- What the tests ask -------------------------------------------------------------------------


def legal_ends(game: str, position: str, side: str, roll: Roll) -> set[str]:
    """The distinct positions a roll can lead to, the turn not passed; {position} is a pass.

    >>> counts = [len(legal_ends("backgammon", start("backgammon"), "white", r)) for r in ROLLS]
    >>> sum(counts), counts  # 11, 21, 22, 31, 32, 33, 41, ...
    (447, [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11])
    >>> sum(len(legal_ends("portes", start("portes"), "black", roll)) for roll in ROLLS)
    447

    A closed board is a pass; a die blocked now may be played after the other:

    >>> closed = "-" * 19 + "bbbbbb" + "A"
    >>> legal_ends("backgammon", closed, "white", (6, 6)) == {closed}
    True
    >>> legal_ends("hypergammon", "a-----b-A-----------------", "white", (2, 1))
    {'a----Ab-------------------'}

    Either but not both: the larger. Only the smaller: the smaller.

    >>> legal_ends("hypergammon", "-b------A" + "-" * 17, "white", (4, 3))
    {'-b--A---------------------'}
    >>> legal_ends("portes", "-b--b---A" + "-" * 17, "white", (4, 3))
    {'-b--bA--------------------'}
    """
    check(game, position, side, roll)
    return set(ends(position, side, dice_of(roll)))


def next_steps(game: str, position: str, side: str, roll: Roll, made: Steps = ()) -> set[Step]:
    """The steps that may come next: "every step that begins some way to a legal position".

    Position is the one at the start of the turn.

    >>> next_steps("hypergammon", "a-----b-A-----------------", "white", (2, 1))
    {(1, 'point-8', 'point-7')}
    >>> next_steps("hypergammon", "a-----b-A-----------------", "white", (2, 1), (
    ...     (1, "point-8", "point-7"),))
    {(2, 'point-7', 'point-5')}
    >>> sorted(next_steps("hypergammon", "aA------------------------", "black", (6, 1)))
    [(1, 'bar-black', 'point-1'), (6, 'bar-black', 'point-6')]

    "A last checker that one die bears off may leave at once":

    >>> sorted(next_steps("portes", "a-A-----------------------", "white", (6, 1)))
    [(1, 'point-2', 'point-1'), (6, 'point-2', 'off-white')]
    """
    check(game, position, side, roll)
    goals = ends(position, side, dice_of(roll))
    here, left = after_made(position, side, dice_of(roll), made)
    ways = any_steps(here, side, left)
    return {step for step, after, rest in ways if leads(after, side, rest, goals)}


def may_end(game: str, position: str, side: str, roll: Roll, made: Steps = ()) -> bool:
    """Whether the steps made since position lead to a legal position: "a play counts by where".

    >>> may_end("hypergammon", "-A----------------------a-", "white", (2, 1))
    False
    >>> may_end("hypergammon", "-A----------------------a-", "white", (2, 1), (
    ...     (2, "point-1", "off-white"),))  # won: the die left over is void
    True
    """
    check(game, position, side, roll)
    here, _ = after_made(position, side, dice_of(roll), made)
    return here in ends(position, side, dice_of(roll))


def result(game: str, position: str) -> tuple[str, int, str] | None:
    """The winner, the points before any cube and the kind; None while the game is on.

    >>> lost = "-" * 6 + "a" + "-" * 12 + "n" + "-" * 6  # all 15 in play, one in white's home
    >>> [result(game, lost)[1:] for game in ("backgammon", "portes", "backgammon-money")]
    [(3, 'backgammon'), (2, 'gammon'), (2, 'gammon')]
    >>> result("backgammon", "-" * 13 + "O" + "-" * 12), result("hypergammon", "c" + "-" * 25)
    (('black', 2, 'gammon'), ('white', 3, 'backgammon'))
    >>> result("portes", "-" * 13 + "N" + "-" * 12), result("portes", start("portes"))
    (('black', 1, 'single'), None)
    """
    for winner in ("white", "black"):
        if in_play(position, winner) == 0:
            return (winner, *loss(game, position, other(winner)))
    return None


def loss(game: str, position: str, loser: str) -> tuple[int, str]:
    """The points and the kind of the loss."""
    # "Gammon 2 (loser has none off)."
    if in_play(position, loser) < CHECKERS[game]:
        return 1, "single"
    # Portes: "never 3". Backgammon-money: "no triple".
    if game in ("portes", "backgammon-money"):
        return 2, "gammon"
    # "Backgammon 3 (none off and a checker on the bar or in the winner's home)": the winner's 1-6
    # are the loser's 19-24, and 25 is its bar.
    return (3, "backgammon") if highest(position, loser) >= 19 else (2, "gammon")


# ---- Positions and games to test with -----------------------------------------------------------


def start(game: str) -> str:
    """The position every game begins with.

    >>> start("backgammon"), start("hypergammon")
    ('-b----E-C---eE---c-e----B-', '-aaa------------------AAA-')
    """
    position = EMPTY
    for side in ("white", "black"):
        for own, count in HYPER if game == "hypergammon" else USUAL:
            position = with_count(position, side, own, count)
    return position


def favourites(rng: random.Random, side: str) -> list[int]:
    """Some of white's numbers where a side's checkers are to stand, in one of several styles."""
    low, high = rng.choice([(1, 6), (1, 6), (1, 8), (1, 12), (1, 24), (1, 24), (13, 24), (19, 24)])
    own = rng.sample(range(low, high + 1), rng.randint(1, min(8, high + 1 - low)))
    return [index_of(side, number) for number in own]


def random_side(rng: random.Random, position: str, side: str, total: int, points: list[int]) -> str:
    """Put at least one checker of a side on its bar and on the points given to it."""
    number = rng.choice([total, total, total, rng.randint(1, total), rng.randint(1, min(4, total))])
    on_bar = rng.choice([0, 0, 0, 0, 1, min(2, number), rng.randint(0, min(4, number))])
    if not points:
        on_bar = number
    position = with_count(position, side, BAR, on_bar)
    for rank in range(number - on_bar):
        # Two checkers each first, so that made points are common; or anywhere.
        again = rng.random() < 0.5 and rank < 2 * len(points)
        own = index_of(side, points[rank // 2] if again else rng.choice(points))
        position = with_count(position, side, own, count_at(position, side, own) + 1)
    return position


def random_position(game: str, rng: random.Random) -> str:
    """A legal-shaped position: neither side finished, no point shared, much variety.

    >>> rng = random.Random(1)
    >>> some = [random_position("backgammon", rng) for _ in range(300)]
    >>> any(result("backgammon", position) for position in some), len(set(some)) > 290
    (False, True)
    >>> [check("hypergammon", random_position("hypergammon", rng), "white", (1, 1)) for _ in "123"]
    [None, None, None]
    """
    white, black = favourites(rng, "white"), favourites(rng, "black")
    for point in set(white) & set(black):
        rng.choice([white, black]).remove(point)
    position = random_side(rng, EMPTY, "white", CHECKERS[game], white)
    return random_side(rng, position, "black", CHECKERS[game], black)


def throw(rng: random.Random) -> Roll:
    """Two fair dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def opening(game: str, rng: random.Random) -> tuple[str, Roll]:
    """ "One die each, ties re-roll, the higher side plays both numbers of that throw."

    >>> side, roll = opening("backgammon", random.Random(1))
    >>> (side == "white") == (roll[0] > roll[1]), roll[0] != roll[1]
    (True, True)
    """
    white, black = throw(rng)
    while white == black:
        white, black = throw(rng)
    # Portes: "the opening winner throws both dice again (a double can open)".
    roll = throw(rng) if game == "portes" else (white, black)
    return ("white" if white > black else "black"), roll


def random_game(game: str, rng: random.Random) -> list[Turn]:
    """Random steps from the start until one side has won; all the turns, passes too.

    >>> turns = random_game("hypergammon", random.Random(1))
    >>> turns[0][0] == start("hypergammon"), result("hypergammon", turns[-1][4]) is not None
    (True, True)
    """
    turns: list[Turn] = []
    position, (side, roll) = start(game), opening(game, rng)
    while result(game, position) is None:
        before, dice = position, dice_of(roll)
        made: Steps = ()
        while ways := good_steps(position, side, dice):
            step, position, dice = rng.choice(ways)
            made = (*made, step)
        turns.append((before, side, roll, made, position))
        side, roll = other(side), throw(rng)
    return turns
