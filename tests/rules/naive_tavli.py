"""A naive oracle for Plakoto and Fevga, written from the rules in `docs/rules.md` alone.

It shares nothing with the package and tries to be obviously right, not fast: a point is a stack of
checkers from the board upwards, such as "bww", and every order of every die is tried.

Positions are the text that the engine reads: 26 characters in white's own numbers, then, after a
space, the points where a checker lies beneath those of the other side. Checkers that are missing
are off. The two bars at the ends of the text stay empty: nobody is hit.

Try it: python -m doctest tests/rules/naive_tavli.py
"""

import random
from functools import lru_cache

from tests.rules.naive import other
from tests.rules.naive24 import EMPTY, Dice, Roll, dice_of, throw

GAMES = ("plakoto", "fevga")
SIDES = {"white": "w", "black": "b"}
# "All fifteen checkers begin on the own 24 and run to the own 1." In Plakoto black's 24 is white's
# 1. In Fevga both run the same way round, and black's 24 is white's 12.
DOWN, UP = tuple(range(24, 0, -1)), tuple(range(1, 25))
ROUND = tuple(range(12, 0, -1)) + tuple(range(24, 12, -1))
WAYS = {
    ("plakoto", "white"): DOWN,
    ("plakoto", "black"): UP,
    ("fevga", "white"): DOWN,
    ("fevga", "black"): ROUND,
}
OFF = 24  # one more than the last index of a way

Board = tuple[str, ...]  # a stack for each of white's numbers; [0] and [25] are not used
Step = tuple[int, int, int]  # the die, and the indices of its way that it leads from and to
Steps = tuple[Step, ...]


# ---- Reading and writing ------------------------------------------------------------------------


def read(text: str) -> Board:
    """The stacks of a position.

    >>> read("-B" + "-" * 22 + "c- 24")[1], read("-B" + "-" * 22 + "c- 24")[24]
    ('ww', 'wbbb')
    """
    shown, _, beneath = text.partition(" ")
    stacks = ["" if cell == "-" else _stack(cell) for cell in shown]
    for number in beneath.split(",") if beneath else []:
        under = "b" if stacks[int(number)][0] == "w" else "w"
        stacks[int(number)] = under + stacks[int(number)]
    return tuple(stacks)


def _stack(cell: str) -> str:
    return "w" * (ord(cell) - 64) if cell.isupper() else "b" * (ord(cell) - 96)


def write(board: Board) -> str:
    """The position of some stacks.

    >>> write(read("-B" + "-" * 22 + "c- 24"))
    '-B----------------------c- 24'
    """
    shown, beneath = "", []
    for number, stack in enumerate(board):
        above = stack.lstrip(stack[0]) if stack else ""
        if above:
            beneath.append(str(number))
        seen = above or stack
        shown += "-" if not seen else chr((64 if seen[0] == "w" else 96) + len(seen))
    return f"{shown} {','.join(beneath)}" if beneath else shown


def start(game: str) -> str:
    """The position every game begins with.

    >>> start("plakoto"), start("fevga")
    ('-o----------------------O-', '------------o-----------O-')
    """
    board = list(read(EMPTY))
    for side, sign in SIDES.items():
        board[WAYS[game, side][0]] = sign * 15
    return write(tuple(board))


# ---- One step -----------------------------------------------------------------------------------


def stacks_of(game: str, board: Board, side: str) -> list[str]:
    """The stacks along a side's way."""
    return [board[point] for point in WAYS[game, side]]


def in_play(board: Board, side: str) -> int:
    """How many checkers of a side are not off."""
    return sum(stack.count(SIDES[side]) for stack in board)


def is_pinned(stack: str, side: str) -> bool:
    """ "A lone checker that is landed on is pinned until the last of those on it has left." """
    return len(set(stack)) == 2 and stack[0] == SIDES[side]


def may_land(game: str, stack: str, side: str) -> bool:
    """Whether a point is open to a side.

    >>> [may_land("plakoto", stack, "white") for stack in ("", "w", "b", "bw", "bb", "wb")]
    [True, True, True, True, False, False]
    >>> [may_land("fevga", stack, "white") for stack in ("", "ww", "b")]
    [True, True, False]
    """
    theirs = stack.count(SIDES[other(side)])
    # Fevga: "One checker holds a point: the other side may not land there."
    if game == "fevga":
        return theirs == 0
    # Plakoto: "Two or more of the other side's close a point, and so does one that pins yours."
    return theirs < 2 and not is_pinned(stack, side)


def may_step(game: str, board: Board, side: str, source: int, die: int) -> bool:
    """Whether a side may move a checker from an index of its way by a die."""
    way, mine = stacks_of(game, board, side), SIDES[side]
    # "A game that is over leaves no die to be played."
    if outcome(game, board) is not None:
        return False
    if mine not in way[source] or is_pinned(way[source], side):
        return False
    if game == "fevga" and not first_has_passed(board, side, source):
        return False
    target = source + die
    if target >= OFF:
        return may_bear_off(way, mine, source, die)
    if not may_land(game, way[target], side):
        return False
    # Fevga: "At no time may a side hold all six points of the quarter that it began in."
    after = stacks_of(game, after_step(game, board, side, source, die), side)
    return game == "plakoto" or not all(mine in stack for stack in after[:6])


def first_has_passed(board: Board, side: str, source: int) -> bool:
    """ "The first checker must pass the other side's 24 before another one moves."

    >>> begun = read("------------n--A-------o--"[:12] + "-" * 3 + "A" + "-" * 8 + "N-")
    >>> first_has_passed(begun, "white", 0), first_has_passed(begun, "white", 9)
    (False, True)
    """
    way, mine = stacks_of("fevga", board, side), SIDES[side]
    if way[0].count(mine) != 14:
        return True
    (first,) = [index for index in range(1, 24) if mine in way[index]] or [OFF]
    # The other side's 24 is halfway round, twelve points on.
    return first > 12 or source == first


def may_bear_off(way: list[str], mine: str, source: int, die: int) -> bool:
    """ "Once all fifteen are on the last six points", pinned ones too: exact, or the rearmost."""
    if any(mine in stack for stack in way[:18]):
        return False
    return source + die == OFF or not any(mine in stack for stack in way[:source])


def after_step(game: str, board: Board, side: str, source: int, die: int) -> Board:
    """The stacks after a step: a checker comes to lie on what is there."""
    way, stacks = WAYS[game, side], list(board)
    stacks[way[source]] = stacks[way[source]][:-1]
    if source + die < OFF:
        stacks[way[source + die]] += SIDES[side]
    return tuple(stacks)


# ---- The end ------------------------------------------------------------------------------------


def mother_is_pinned(board: Board, side: str) -> bool:
    """Whether a side's last checker on its first point lies beneath the other side's."""
    return is_pinned(board[WAYS["plakoto", side][0]], side)


@lru_cache(maxsize=2**16)
def outcome(game: str, board: Board) -> tuple[str, int, str] | None:
    """The winner, the points and the kind; None while the game is on.

    >>> outcome("plakoto", read("-B" + "-" * 12 + "N" + "-" * 11))
    ('black', 1, 'single')
    >>> mother = "-A" + "-" * 9 + "m" + "-" * 12
    >>> outcome("plakoto", read(mother + "A- 1")), outcome("plakoto", read(mother + "-- 1"))
    (None, ('white', 2, 'gammon'))
    >>> outcome("plakoto", read(mother + "a- 1,24"))
    ('', 0, 'draw')
    """
    for winner in SIDES:
        if in_play(board, winner) == 0:
            # "A win is worth 1, or 2 when the loser has none off."
            full = in_play(board, other(winner)) == 15
            return (winner, 2, "gammon") if full else (winner, 1, "single")
    if game == "fevga":
        return None
    pinned = [side for side in SIDES if mother_is_pinned(board, side)]
    # "Both mothers pinned: a draw."
    if len(pinned) == 2:
        return "", 0, "draw"
    # "A pinned mother loses 2, once the other side has left its own first point."
    for side in pinned:
        if SIDES[other(side)] not in board[WAYS[game, other(side)][0]]:
            return other(side), 2, "gammon"
    return None


def result(game: str, text: str) -> tuple[str, int, str] | None:
    """As `outcome`, of a text."""
    return outcome(game, read(text))


# ---- A whole turn -------------------------------------------------------------------------------


@lru_cache(maxsize=2**15)
def steps_now(game: str, board: Board, side: str, dice: Dice) -> tuple[tuple[Step, Board], ...]:
    """Every step with any of the dice, and where it leads."""
    return tuple(
        ((die, source, min(source + die, OFF)), after_step(game, board, side, source, die))
        for die in sorted(set(dice))
        for source in range(24)
        if may_step(game, board, side, source, die)
    )


def without(dice: Dice, die: int) -> Dice:
    left = list(dice)
    left.remove(die)
    return tuple(left)


@lru_cache(maxsize=2**15)
def plays(game: str, board: Board, side: str, dice: Dice) -> frozenset[tuple[Board, Dice]]:
    """Where all ways of playing on until nothing can be played lead, and with which dice."""
    ways = steps_now(game, board, side, dice)
    if not ways:
        return frozenset({(board, ())})
    return frozenset(
        (end, tuple(sorted((step[0], *played))))
        for step, after in ways
        for end, played in plays(game, after, side, without(dice, step[0]))
    )


@lru_cache(maxsize=2**12)
def ends(game: str, board: Board, side: str, dice: Dice) -> frozenset[Board]:
    """Where the legal plays of a roll lead."""
    found = plays(game, board, side, dice)
    # "As many dice as possible, and the larger where either could be played but not both. A play
    # that ends the game is complete, whatever is left."
    most = max(len(played) for _, played in found)
    largest = max((played for _, played in found if len(played) == most), default=())
    kept = {
        end
        for end, played in found
        if outcome(game, end) or (len(played) == most and (most > 1 or played == largest))
    }
    # "Six points in a row that shut in all fifteen, on the point behind them, must be opened if a
    # play does."
    opened = {end for end in kept if not shuts_in(game, end, side)}
    return frozenset(opened or kept)


def shuts_in(game: str, board: Board, side: str) -> bool:
    """Whether a side's six points in a row lie right before all fifteen of the other side's."""
    theirs = stacks_of(game, board, other(side))
    behind = [index for index in range(18) if theirs[index] == SIDES[other(side)] * 15]
    return game == "fevga" and any(
        all(SIDES[side] in stack for stack in theirs[index + 1 : index + 7]) for index in behind
    )


@lru_cache(maxsize=2**15)
def leads(game: str, board: Board, side: str, dice: Dice, goals: frozenset[Board]) -> bool:
    """Whether any of the dice left, in any order, lead to one of the goals."""
    return board in goals or any(
        leads(game, after, side, without(dice, step[0]), goals)
        for step, after in steps_now(game, board, side, dice)
    )


def after_made(game: str, text: str, side: str, roll: Roll, made: Steps) -> tuple[Board, Dice]:
    """The board and the dice left after some steps."""
    board, dice = read(text), dice_of(roll)
    for die, source, _ in made:
        board, dice = after_step(game, board, side, source, die), without(dice, die)
    return board, dice


# ---- What the tests ask -------------------------------------------------------------------------


def legal_ends(game: str, text: str, side: str, roll: Roll) -> set[str]:
    """The distinct positions a roll can lead to, the turn not passed; {text} is a pass.

    >>> legal_ends("fevga", start("fevga"), "white", (6, 6))
    {'------------o-----A-----N-'}
    >>> sorted(legal_ends("plakoto", start("plakoto"), "black", (2, 1)))
    ['-maa--------------------O-', '-n--a-------------------O-']
    """
    return {write(end) for end in ends(game, read(text), side, dice_of(roll))}


def next_steps(game: str, text: str, side: str, roll: Roll, made: Steps = ()) -> set[Step]:
    """The steps that may come next: those that begin some way to a legal position."""
    goals = ends(game, read(text), side, dice_of(roll))
    board, dice = after_made(game, text, side, roll, made)
    return {
        step
        for step, after in steps_now(game, board, side, dice)
        if leads(game, after, side, without(dice, step[0]), goals)
    }


def may_end(game: str, text: str, side: str, roll: Roll, made: Steps = ()) -> bool:
    """Whether the steps made since a position lead to a legal one."""
    board, _ = after_made(game, text, side, roll, made)
    return board in ends(game, read(text), side, dice_of(roll))


def zone_of(game: str, side: str, index: int) -> str:
    """The zone of an index of a side's way; points are named by white's numbers."""
    return f"off-{side}" if index == OFF else f"point-{WAYS[game, side][index]}"


# ---- Games and positions to test with -----------------------------------------------------------


def random_game(game: str, rng: random.Random) -> list[tuple[str, str, Roll, str]]:
    """Random plays from the start to the end: position, side, roll and where it led.

    >>> turns = random_game("fevga", random.Random(1))
    >>> turns[0][0] == start("fevga"), result("fevga", turns[-1][3]) is not None
    (True, True)
    """
    text, side, turns = start(game), rng.choice(sorted(SIDES)), []
    while result(game, text) is None:
        roll = throw(rng)
        after = rng.choice(sorted(legal_ends(game, text, side, roll)))
        turns.append((text, side, roll, after))
        text, side = after, other(side)
    return turns


def random_position(game: str, rng: random.Random) -> str:
    """A position as no game may reach it, where rare rulings bite; nobody has won.

    >>> all(read(random_position("fevga", random.Random(seed))) for seed in range(9))
    True
    """
    while True:
        stacks = [""] * 26
        for side in rng.sample(sorted(SIDES), 2):
            _put(game, rng, stacks, side)
        if outcome(game, tuple(stacks)) is None:
            return write(tuple(stacks))


def _put(game: str, rng: random.Random, stacks: list[str], side: str) -> None:
    """Checkers of a side, in one of several styles; some of Plakoto's on a lone one."""
    way, mine = WAYS[game, side], SIDES[side]
    low, high = rng.choice([(0, 24), (0, 7), (18, 24), (12, 19), (0, 1), (13, 24), (4, 12)])
    points = [way[index] for index in range(low, high)]
    free = [point for point in points if not stacks[point]]
    lone = [point for point in points if stacks[point] == SIDES[other(side)]]
    places = rng.sample(free, rng.randint(0, len(free)))
    if game == "plakoto":
        places += [point for point in lone if rng.random() < 0.7]
    if rng.random() < 0.3 and not stacks[way[0]]:
        places.append(way[0])
    if places == [way[0]] and rng.random() < 0.5:
        stacks[way[0]] = mine * 14
        places = rng.sample([point for point in way if not stacks[point]], 1)
        many = 1
    else:
        many = rng.choice([15, 15, 15, rng.randint(1, 15)])
    for number in range(many if places else 0):
        stacks[places[number] if number < len(places) else rng.choice(places)] += mine
