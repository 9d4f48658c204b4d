"""A naive oracle for Backgammon Dice (simple, basic, tournament), from the rules text alone.

It shares nothing with the real engine and tries to be obviously right, not fast. A position is the
sorted list of all ten pawns, each (side, own place, face), and what each side has scored so far;
so equal positions are equal values. Own places rise: 0 is captured, 1..16 the side's track, 17 off;
own place p is the opponent's 17 - p.

Try it: python -m doctest tests/rules/naive_pawns.py
"""

import random
from functools import lru_cache
from typing import NamedTuple

from tests.rules.naive import other
from tests.rules.naive24 import Dice, Roll, dice_of, throw

CAPTURED, OFF = 0, 17  # "Own track 1..16": "own spaces 1..8, then the opponent's 8..1"
START = (1, 1, 3, 6, 6)  # "5 pawns a side: two on own space 1, one on own 3, two on own 6."
Face = tuple[str, str]  # kind, sign; the simple game has none
NO_FACE: Face = ("", "")
REGULAR: Face = ("regular", "0")
KINDS, SIGNS = ("regular", "double", "switch", "half"), {"+": 1, "0": 0, "-": -1}
# "Default `regular 0, regular +, regular -, double +, switch 0, half -`."
PAWN_DIE: tuple[Face, ...] = (REGULAR, ("regular", "+"), ("regular", "-"))
PAWN_DIE += (("double", "+"), ("switch", "0"), ("half", "-"))

Pawn = tuple[str, int, Face]  # side, own place, face
Pawns = tuple[Pawn, ...]  # sorted


class Game(NamedTuple):
    """A rule set and its options."""

    name: str  # "simple" | "basic" | "tournament", the end of the game's id
    signs: bool = True
    random_faces: bool = False


class Position(NamedTuple):
    """Where all ten pawns are, and white's and black's score so far (tournament only)."""

    pawns: Pawns
    score: tuple[int, int] = (0, 0)


class Step(NamedTuple):
    """One die's step; every place is the mover's own number."""

    die: int
    source: int
    face: Face
    via: int  # switch: the swap partner's place; double: the first landing; 0: neither
    partner: Face  # switch: the face of the partner (two may share a space), else NO_FACE
    target: int
    captures: tuple[int, ...]


class Result(NamedTuple):
    """The end of a round; each pair is white's and black's."""

    winner: str
    totals: tuple[int, int]
    points: tuple[int, int]


Steps = tuple[Step, ...]
Way = tuple[Step, Pawns]  # a step and the pawns after it
Open = tuple[Step, Position, Dice]  # a step, the position after it, the dice then left
Turn = tuple[Position, str, Roll, Steps, Position]

SIMPLE, BASIC, TOURNAMENT = Game("simple"), Game("basic"), Game("tournament")


# ---- Reading and changing the pawns -------------------------------------------------------------


def make(white: dict[int, list[Face]], black: dict[int, list[Face]]) -> Position:
    """A position from the faces on each own place; pawns not named are off and regular.

    >>> make({1: [("half", "-")]}, {0: [REGULAR] * 5}).pawns[4:6]
    (('black', 0, ('regular', '0')), ('white', 1, ('half', '-')))
    """
    pawns: list[Pawn] = []
    for side, places in (("white", white), ("black", black)):
        own: list[Pawn] = [(side, place, face) for place in places for face in places[place]]
        pawns += own + [(side, OFF, REGULAR)] * (5 - len(own))
    return Position(tuple(sorted(pawns)))


def own_place(pawn: Pawn, side: str) -> int:
    """Where a pawn on the track stands, in the numbers of a side."""
    return pawn[1] if pawn[0] == side else 17 - pawn[1]


def standing(pawns: Pawns, side: str, place: int) -> list[Pawn]:
    """The pawns of both sides on the space that a side numbers so.

    >>> [len(standing(start(SIMPLE).pawns, "white", place)) for place in (1, 3, 16, 14, 11, 0, 17)]
    [2, 1, 2, 1, 2, 0, 0]
    """
    track = [pawn for pawn in pawns if CAPTURED < pawn[1] < OFF]
    return [pawn for pawn in track if own_place(pawn, side) == place]


def moved(pawns: Pawns, pawn: Pawn, place: int) -> Pawns:
    """The pawns with this one at another of its own places."""
    rest = list(pawns)
    rest.remove(pawn)
    return tuple(sorted([*rest, (pawn[0], place, pawn[2])]))


def own_pawns(pawns: Pawns, side: str, low: int, high: int) -> list[Pawn]:
    """The different pawns of a side from one own place to another."""
    return sorted({pawn for pawn in pawns if pawn[0] == side and low <= pawn[1] <= high})


def check(position: Position) -> None:
    """Refuse what is no position, so that a wrong test fails loudly.

    >>> check(make({1: [REGULAR]}, {16: [REGULAR]}))
    Traceback (most recent call last):
    ValueError: both sides, or too many, on white's 1
    """
    if [pawn[0] for pawn in position.pawns] != ["black"] * 5 + ["white"] * 5:
        raise ValueError("not five sorted pawns a side")
    if not all(CAPTURED <= pawn[1] <= OFF for pawn in position.pawns):
        raise ValueError("a pawn out of the board")
    for place in range(1, OFF):
        there = standing(position.pawns, "white", place)
        # "A triangle is one space and holds two pawns"; "no space may hold both sides".
        if len(there) > 2 or len({pawn[0] for pawn in there}) > 1:
            raise ValueError(f"both sides, or too many, on white's {place}")


# ---- One pawn, one die --------------------------------------------------------------------------


def land(pawns: Pawns, pawn: Pawn, target: int) -> tuple[Pawns, tuple[int, ...]] | None:
    """The pawns after this one landed on a space of the track, and its capture."""
    there = standing(pawns, pawn[0], target)
    # "A space with two pawns, of whichever sides, is a block: nobody lands there."
    if len(there) == 2:
        return None
    # "Landing on a lone enemy pawn captures it."
    if there and there[0][0] != pawn[0]:
        return moved(moved(pawns, there[0], CAPTURED), pawn, target), (target,)
    return moved(pawns, pawn, target), ()


def hop(pawns: Pawns, pawn: Pawn, by: int) -> tuple[Pawns, int, tuple[int, ...]] | None:
    """The pawns after this one went so many places on, where it is now, and its capture."""
    target = pawn[1] + by  # "Passing is allowed": nothing between matters
    if target < OFF:
        landed = land(pawns, pawn, target)
        return landed and (landed[0], target, landed[1])
    # "Only once all own pawns in play stand on the opponent's 1-6" (own 11..16).
    home = not own_pawns(pawns, pawn[0], CAPTURED, 10)
    # "Exact numbers only."
    return (moved(pawns, pawn, OFF), OFF, ()) if target == OFF and home else None


def straight(pawns: Pawns, pawn: Pawn, die: int, by: int) -> list[Way]:
    """The step of a pawn that goes by places at once."""
    gone = hop(pawns, pawn, by)
    if gone is None:
        return []
    return [(Step(die, pawn[1], pawn[2], 0, NO_FACE, gone[1], gone[2]), gone[0])]


def doubled(pawns: Pawns, pawn: Pawn, die: int) -> list[Way]:
    """ "A die moves it d, then d again." """
    first = straight(pawns, pawn, die, die)
    # "Both landings must be legal ..."
    # "If the first half bears it off the die is spent."
    if not first or first[0][0].target == OFF:
        return first
    step, pawns = first[0]
    # "Home is tested before each half": hop looks at the pawns after the first half.
    second = hop(pawns, (pawn[0], step.target, pawn[2]), die)
    if second is None:
        return []
    # "... and both may capture."
    captures = step.captures + second[2]
    return [(Step(die, pawn[1], pawn[2], step.target, NO_FACE, second[1], captures), second[0])]


def partners(pawns: Pawns, pawn: Pawn) -> list[Pawn]:
    """The different pawns a switch pawn may change places with."""
    side, place, _ = pawn
    # "An own pawn elsewhere on the board"; "captured pawns and the pawn sharing its space are no
    # partners".
    found = [own for own in own_pawns(pawns, side, 1, 16) if own[1] != place]
    # "From a shared space it may swap only with own pawns (no space may hold both sides)."
    if len(standing(pawns, side, place)) == 2:
        return found
    # "An enemy blot."
    enemies = own_pawns(pawns, other(side), 1, 16)
    return found + [it for it in enemies if len(standing(pawns, it[0], it[1])) == 1]


def switched(pawns: Pawns, pawn: Pawn, die: int) -> list[Way]:
    """ "Before its step it changes places"; "swap and step are one step"."""
    side, place, face = pawn
    choices = partners(pawns, pawn)
    # "With no partner it moves plainly."
    if not choices:
        return straight(pawns, pawn, die, die)
    # "Compulsory on every die while a partner exists": no plain step besides; and "if no swap
    # leaves a legal step it cannot use that die".
    found = []
    for partner in choices:
        via = own_place(partner, side)
        # "Swapping captures nothing": both just change places, each keeping its face.
        swapped = moved(pawns, partner, place if partner[0] == side else 17 - place)
        swapped = moved(swapped, pawn, via)
        # "Then it must make a legal step from there"; "home is tested after the swap".
        for step, after in straight(swapped, (side, via, face), die, die):
            found.append((step._replace(source=place, via=via, partner=partner[2]), after))
    return found


def ways_of(pawns: Pawns, pawn: Pawn, die: int) -> list[Way]:
    """Every step of one pawn on the track with one die.

    >>> def ways(pawn, black, die):
    ...     pawns = make({pawn[0]: [pawn[1:]]}, {place: [REGULAR] for place in black}).pawns
    ...     return [tuple(way[0]) for way in ways_of(pawns, pawns[-5], die)]
    >>> [[way[5] for way in ways((15, "half", "-"), [1], die)] for die in range(1, 7)]
    [[16], [16], [17], [17], [], []]
    >>> ways((1, "double", "+"), [14, 12], 2)
    [(2, 1, ('double', '+'), 3, ('', ''), 5, (3, 5))]
    >>> ways((13, "double", "+"), [1], 4), ways((13, "double", "+"), [1], 2)[0][3:]
    ([(4, 13, ('double', '+'), 0, ('', ''), 17, ())], (15, ('', ''), 17, ()))
    >>> ways((9, "double", "+"), [1], 4)[0][3:]  # home after the first half
    (13, ('', ''), 17, ())
    >>> ways((10, "double", "+"), [1], 4)  # no exact second half: no step at all
    []
    >>> ways((5, "switch", "0"), [3], 3)  # changes places with the blot on own 14, is home, is off
    [(3, 5, ('switch', '0'), 14, ('regular', '0'), 17, ())]
    >>> ways((5, "switch", "0"), [3], 4), ways((5, "switch", "0"), [0], 4)[0][3:]
    ([], (0, ('', ''), 9, ()))
    """
    kind = pawn[2][0]
    if kind == "double":
        return doubled(pawns, pawn, die)
    if kind == "switch":
        return switched(pawns, pawn, die)
    # "half: a die moves it d/2 rounded up, and bears it off when that equals its space."
    return straight(pawns, pawn, die, (die + 1) // 2 if kind == "half" else die)


def redeem(pawns: Pawns, pawn: Pawn, die: int) -> list[Way]:
    """ "Die d puts one on own space d unless that is a block", "whatever its face, without
    swapping", "and keeps the face rolled"."""
    landed = land(pawns, pawn, die)
    if landed is None:
        return []
    return [(Step(die, CAPTURED, pawn[2], 0, NO_FACE, die, landed[1]), landed[0])]


# ---- A whole turn -------------------------------------------------------------------------------


def scored(game: Game, position: Position, side: str, step: Step) -> tuple[int, int]:
    """Both scores after a step."""
    white, black = position.score
    if game.name != "tournament" or step.target != OFF:
        return white, black
    # "Each pawn borne off scores the number of the space it last stood on (1-6)": the opponent's
    # number, 17 - own; for a double's second half the first landing, for a switch its new place.
    points = 17 - (step.via or step.source)
    # "Plus its sign when option `signs` is on (+1, 0, -1; on by default)."
    points += SIGNS[step.face[1]] if game.signs else 0
    return (white + points, black) if side == "white" else (white, black + points)


@lru_cache(maxsize=10_000)  # the tests ask of each step by all steps before it
def open_steps(game: Game, position: Position, side: str, dice: Dice) -> list[Open]:
    """Every step open to the dice left."""
    # "First side with all five off wins", "the round ends with a side's fifth pawn off".
    if result(game, position) is not None:
        return []
    # "Captured pawns must be redeemed, all of them, before any other step"; "the player picks
    # which pawn a die redeems".
    captured = own_pawns(position.pawns, side, CAPTURED, CAPTURED)
    found = []
    for die in sorted(set(dice)):
        left = list(dice)
        left.remove(die)
        for pawn in captured or own_pawns(position.pawns, side, 1, 16):
            for step, pawns in (redeem if captured else ways_of)(position.pawns, pawn, die):
                after = Position(pawns, scored(game, position, side, step))
                found.append((step, after, tuple(left)))
    # "Outside redeeming, at each step, if any step open to the remaining dice captures or bears
    # off, one of those must be chosen"; redeeming, "capturing is allowed, not compulsory".
    must = [way for way in found if way[0].captures or way[0].target == OFF]
    return must if must and not captured else found


def after_made(
    game: Game, position: Position, side: str, dice: Dice, made: Steps
) -> tuple[Position, Dice] | None:
    """The position and the dice left after some steps, or None if one of them was not open."""
    for made_step in made:
        ways = [way for way in open_steps(game, position, side, dice) if way[0] == made_step]
        if not ways:
            return None
        _, position, dice = ways[0]
    return position, dice


# ---- What the tests ask -------------------------------------------------------------------------


def legal_ends(game: Game, position: Position, side: str, roll: Roll) -> set[Position]:
    """The distinct positions a roll can lead to, the turn not passed; {position} is a pass.

    >>> there = make({0: [REGULAR], 5: [REGULAR]}, {15: [REGULAR, REGULAR]})
    >>> legal_ends(BASIC, there, "white", (2, 2)) == {there}  # own 2 is a block: a pass
    True
    >>> [len(legal_ends(SIMPLE, start(SIMPLE), "black", roll)) for roll in ((6, 5), (6, 6), (3, 1))]
    [4, 12, 9]

    The 2 captures, so the 1 must wait; redeemed, a pawn may enter on the 1 and not capture:

    >>> sorted((step.die, step.source, step.captures) for step in next_steps(
    ...     BASIC, make({1: [REGULAR]}, {14: [REGULAR]}), "white", (2, 1)))
    [(2, 1, (3,))]
    >>> sorted((step.die, step.target, step.captures) for step in next_steps(
    ...     BASIC, make({0: [("half", "-")]}, {15: [REGULAR]}), "white", (2, 1)))
    [(1, 1, ()), (2, 2, (2,))]
    """
    check(position)
    states, found = {(position, dice_of(roll))}, set()
    while states:
        ways = {state: open_steps(game, state[0], side, state[1]) for state in states}
        found |= {state[0] for state in states if not ways[state]}
        states = {(after, left) for state in states for _, after, left in ways[state]}
    return found


def next_steps(
    game: Game, position: Position, side: str, roll: Roll, made: Steps = ()
) -> set[Step]:
    """The steps that may come next; position is the one at the start of the turn.

    Nothing looks ahead, so every open step goes on to some complete legal play.
    """
    check(position)
    state = after_made(game, position, side, dice_of(roll), made)
    return {way[0] for way in open_steps(game, state[0], side, state[1])} if state else set()


def may_end(game: Game, position: Position, side: str, roll: Roll, made: Steps = ()) -> bool:
    """Whether the steps made since position are themselves a complete legal play."""
    check(position)
    state = after_made(game, position, side, dice_of(roll), made)
    return state is not None and not open_steps(game, state[0], side, state[1])


def result(game: Game, position: Position) -> Result | None:
    """The end of the round, or None while it is on.

    >>> end = make({}, {1: [REGULAR]})
    >>> result(BASIC, end)
    Result(winner='white', totals=(0, 0), points=(1, 0))
    >>> [result(TOURNAMENT, end._replace(score=s)).points for s in ((9, 8), (8, 9), (9, 9))]
    [(1, 1), (2, 0), (1, 0)]
    """
    for side in ("white", "black"):
        if not own_pawns(position.pawns, side, CAPTURED, 16):
            white, black = position.score
            # "One point to that side" (with the fifth pawn off), "one to the lower total (none on
            # equal totals)"; "pawns still in play score nothing".
            points = (int(side == "white"), int(side == "black"))
            if game.name == "tournament":
                points = (points[0] + int(white < black), points[1] + int(black < white))
            return Result(side, position.score, points)
    return None


# ---- Positions and games to test with -----------------------------------------------------------


def start(game: Game, rng: random.Random | None = None) -> Position:
    """The position every round begins with; rng is for the option random_faces."""
    # "All start `regular 0` (option `random_faces`: rolled at the start)."
    if game.random_faces and rng is None:
        raise ValueError("random faces need an rng")
    pawns: list[Pawn] = []
    for side in ("white", "black"):
        for place in START:
            face = rng.choice(PAWN_DIE) if rng and game.random_faces else REGULAR
            pawns.append((side, place, NO_FACE if game.name == "simple" else face))
    return Position(tuple(sorted(pawns)))


def roll_faces(game: Game, position: Position, side: str, rng: random.Random) -> Position:
    """ "Captured pawns are rolled with the movement dice at every turn of their owner." """
    pawns = [
        (who, place, rng.choice(PAWN_DIE) if (who, place) == (side, CAPTURED) else face)
        for who, place, face in position.pawns
    ]
    return position if game.name == "simple" else position._replace(pawns=tuple(sorted(pawns)))


def random_place(rng: random.Random, pawns: list[Pawn], side: str, style: str) -> int:
    """A free own place in the style of the side."""
    while True:
        low = 11 if style == "late" else 1
        place = rng.choice([rng.randint(low, 16), rng.randint(low, 16), OFF])
        if style == "captured" and rng.random() < 0.3:
            place = CAPTURED
        there = standing(tuple(pawns), side, place)
        if not there or [pawn[0] for pawn in there] == [side]:
            return place


def random_position(game: Game, rng: random.Random) -> Position:
    """All sorts of positions: captured pawns, blocks, late ones, all faces; nobody finished.

    >>> rng = random.Random(1)
    >>> some = [random_position(BASIC, rng) for _ in range(300)]
    >>> any(result(BASIC, position) for position in some), len(set(some))
    (False, 300)
    """
    pawns: list[Pawn] = []
    scores = []
    for side in ("white", "black"):
        style, score = rng.choice(["early", "late", "late", "captured"]), 0
        kinds = rng.choice([KINDS, KINDS, ("regular", rng.choice(KINDS))])
        for number in range(5):
            face = (rng.choice(kinds), rng.choice("+0-"))
            place = random_place(rng, pawns, side, style)
            # Nobody has finished: the first is always in play.
            while number == 0 and place == OFF:
                place = random_place(rng, pawns, side, style)
            if place == OFF and game.name == "tournament":
                score += rng.randint(1, 6) + (SIGNS[face[1]] if game.signs else 0)
            pawns.append((side, place, NO_FACE if game.name == "simple" else face))
        scores.append(score)
    return Position(tuple(sorted(pawns)), (scores[0], scores[1]))


def random_game(game: Game, rng: random.Random) -> list[Turn]:
    """Random steps to the end of a round; each turn's position has its captured pawns rolled.

    >>> turns = random_game(TOURNAMENT, random.Random(1))
    >>> result(BASIC, turns[-2][4]) is None, result(BASIC, turns[-1][4]) is None
    (True, False)
    """
    turns: list[Turn] = []
    white, black = throw(rng)
    # "One die each, ties re-roll; the winner then throws both dice."
    while white == black:
        white, black = throw(rng)
    position, side = start(game, rng), "white" if white > black else "black"
    while result(game, position) is None:
        before, roll = roll_faces(game, position, side, rng), throw(rng)
        position, dice = before, dice_of(roll)
        made: Steps = ()
        while ways := open_steps(game, position, side, dice):
            step, position, dice = rng.choice(ways)
            made = (*made, step)
        turns.append((before, side, roll, made, position))
        side = other(side)
    return turns
