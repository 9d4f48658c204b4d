"""A naive oracle for Minigam and Minigam with full entry, written from the rules text alone.

It shares nothing with the real engine and tries to be obviously right, not fast: every complete
legal play is listed by brute force, and everything else is read off that list.

The board is the position text itself: eight characters in white's own numbering, [0] white's bar,
[1]..[6] the points, [7] black's bar; '-' is empty, 'A'..'H' are 1 to 8 white checkers, 'a'..'h'
black ones. Checkers missing from the text are off.

Try it: python -m doctest tests/rules/naive.py
"""

import random
from dataclasses import dataclass
from functools import lru_cache

CHECKERS = 8  # "6 points, 8 checkers a side"
BAR = 0  # own number of a side's bar: entering with d on point d is moving from 0 to 0+d
OFF = 7  # own number of off: "bear off only by an exact roll: from p with 7-p"
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]  # the 21 unordered

Step = tuple[int, str, str]  # die, source zone, target zone
Steps = tuple[Step, ...]
Play = tuple[Steps, str]  # all the steps of a turn, and the position they lead to


@dataclass(frozen=True)
class Options:
    """The options of both rule sets; full_entry chooses minigam-full-entry."""

    enter_on_own: bool = True
    second_die: str = "order"  # "order" | "must" | "free"
    full_entry: bool = False


DEFAULT = Options()


# ---- Reading and changing the position text -----------------------------------------------------


def other(side: str) -> str:
    """The opponent."""
    return "black" if side == "white" else "white"


def index_of(side: str, own: int) -> int:
    """Where a side's bar (0) or own point (1..6) stands in the text.

    >>> [index_of("white", own) for own in range(7)]  # white's numbers are the text's
    [0, 1, 2, 3, 4, 5, 6]
    >>> [index_of("black", own) for own in range(7)]  # "white's 1 is black's 6"
    [7, 6, 5, 4, 3, 2, 1]
    """
    return own if side == "white" else 7 - own


def count_at(position: str, index: int, side: str) -> int:
    """How many checkers of a side stand at one place of the text.

    >>> count_at("H--B---h", 3, "white"), count_at("H--B---h", 3, "black")
    (2, 0)
    """
    letters = "-ABCDEFGH" if side == "white" else "-abcdefgh"
    return max(letters.find(position[index]), 0)


def in_play(position: str, side: str) -> int:
    """How many checkers of a side are not off."""
    return sum(count_at(position, index, side) for index in range(8))


def with_count(position: str, index: int, side: str, count: int) -> str:
    """The text with one place holding that many checkers of a side, and nothing else.

    >>> with_count("H------h", 0, "white", 7)
    'G------h'
    """
    letters = "-ABCDEFGH" if side == "white" else "-abcdefgh"
    return position[:index] + letters[count] + position[index + 1 :]


def zone_of(side: str, own: int) -> str:
    """The zone name of a side's own number; points are named by white's numbers.

    >>> zone_of("white", 0), zone_of("white", 2), zone_of("white", 7)
    ('bar-white', 'point-2', 'off-white')
    >>> zone_of("black", 0), zone_of("black", 2), zone_of("black", 7)
    ('bar-black', 'point-5', 'off-black')
    """
    if own == BAR:
        return f"bar-{side}"
    if own == OFF:
        return f"off-{side}"
    return f"point-{index_of(side, own)}"


def check(position: str, turn: str, roll: tuple[int, ...], options: Options) -> None:
    """Refuse arguments that are not of this game, so that a wrong test fails loudly.

    >>> check("H-----h", "white", (1, 2), DEFAULT)
    Traceback (most recent call last):
    ValueError: not a position: 'H-----h'
    """
    if len(position) != 8 or not set(position) <= set("-ABCDEFGHabcdefgh"):
        raise ValueError(f"not a position: {position!r}")
    if count_at(position, 0, "black") or count_at(position, 7, "white"):
        raise ValueError(f"a checker on the wrong bar: {position!r}")
    if in_play(position, "white") > CHECKERS or in_play(position, "black") > CHECKERS:
        raise ValueError(f"too many checkers: {position!r}")
    if position == "--------":
        raise ValueError("both sides cannot have finished")
    if turn not in ("white", "black"):
        raise ValueError(f"not a side: {turn!r}")
    if len(roll) != 2 or not set(roll) <= {1, 2, 3, 4, 5, 6}:
        raise ValueError(f"not a roll: {roll!r}")
    if options.second_die not in ("order", "must", "free"):
        raise ValueError(f"not a value of second_die: {options.second_die!r}")


@lru_cache(maxsize=2**16)
def winner(position: str) -> str | None:
    """The side that has borne off all 8, or None.

    >>> winner("H------h"), winner("-------h"), winner("A-------")
    (None, 'white', 'black')
    """
    for side in ("white", "black"):
        if in_play(position, side) == 0:
            return side
    return None


# ---- One step -----------------------------------------------------------------------------------


def may_land(position: str, turn: str, source: int, target: int, options: Options) -> bool:
    """Whether a checker coming from own number source may land on own point target.

    >>> may_land("A-a-----", "white", 0, 1, DEFAULT)  # empty
    True
    >>> may_land("A-a-----", "white", 0, 2, DEFAULT)  # one opposing blot
    True
    >>> may_land("A-b-----", "white", 0, 2, DEFAULT)  # an opposing made point
    False
    >>> may_land("A-B----a", "white", 0, 2, DEFAULT)  # own checkers
    True
    >>> may_land("A-B----a", "white", 0, 2, Options(enter_on_own=False))
    False
    >>> may_land("AAB----a", "white", 1, 2, Options(enter_on_own=False))  # moving, not entering
    True
    """
    place = index_of(turn, target)
    # "Any landing needs an open point: empty, one opposing blot, or your own checkers."
    if count_at(position, place, other(turn)) >= 2:
        return False
    # enter_on_own false plays the letter: for entering, the text names only the first two.
    entering_on_own = source == BAR and count_at(position, place, turn) > 0
    return options.enter_on_own or not entering_on_own


def may_bear_off(position: str, turn: str, options: Options) -> bool:
    """Whether the mover may bear off at all now (the exact roll is tested by may_step).

    >>> may_bear_off("A-----A-", "white", DEFAULT)
    True
    >>> may_bear_off("A-----A-", "white", Options(full_entry=True))
    False
    >>> may_bear_off("------Ah", "white", Options(full_entry=True))  # the other's bar is no matter
    True
    """
    # full entry: "no checker may be borne off while the mover has any on the bar", at each step.
    on_bar = count_at(position, index_of(turn, BAR), turn)
    return not (options.full_entry and on_bar > 0)


def may_step(position: str, turn: str, source: int, die: int, options: Options) -> bool:
    """Whether the mover may move a checker from own number source by a die.

    >>> [die for die in range(1, 7) if may_step("----A--h", "white", 4, die, DEFAULT)]
    [1, 2, 3]
    >>> may_step("H---A--g", "white", 4, 1, DEFAULT)  # no need to enter before moving
    True
    """
    # "The game ends with that step": nobody steps after it.
    if winner(position) is not None:
        return False
    # "The bar is one more place to move from": source may be BAR, whatever else is there.
    if count_at(position, index_of(turn, source), turn) == 0:
        return False
    # "Enter with die d on your point d. Move from p to p+d."
    target = source + die
    # "p+d > 7 is no step."
    if target > OFF:
        return False
    # "Bear off only by an exact roll: from p with 7-p."
    if target == OFF:
        return may_bear_off(position, turn, options)
    return may_land(position, turn, source, target, options)


def after_step(position: str, turn: str, source: int, die: int) -> str:
    """The position after a legal step.

    >>> after_step("A-a----b", "white", 0, 2)  # a hit: the blot goes to its owner's bar
    '--A----c'
    >>> after_step("A-A----b", "black", 0, 5)  # black's 5 is white's 2
    'B-a----a'
    >>> after_step("H----A-b", "white", 5, 2)  # off
    'H------b'
    """
    start = index_of(turn, source)
    position = with_count(position, start, turn, count_at(position, start, turn) - 1)
    target = source + die
    if target == OFF:
        return position  # checkers missing from the text are off
    place = index_of(turn, target)
    # "One opposing blot (hit, to its owner's bar)."
    if count_at(position, place, other(turn)) == 1:
        bar = index_of(other(turn), BAR)
        on_bar = count_at(position, bar, other(turn))
        position = with_count(position, bar, other(turn), on_bar + 1)
        position = with_count(position, place, other(turn), 0)
    return with_count(position, place, turn, count_at(position, place, turn) + 1)


def steps_with(position: str, turn: str, die: int, options: Options) -> list[tuple[Step, str]]:
    """Every legal step with one die, each with the position after it.

    >>> steps_with("A---A--a", "white", 3, DEFAULT) == [
    ...     ((3, "bar-white", "point-3"), "---AA--a"),
    ...     ((3, "point-4", "off-white"), "A------a"),
    ... ]
    True
    """
    found = []
    for source in range(BAR, OFF):
        if may_step(position, turn, source, die, options):
            step = (die, zone_of(turn, source), zone_of(turn, source + die))
            found.append((step, after_step(position, turn, source, die)))
    return found


# ---- A whole turn: every complete legal play ----------------------------------------------------


def plays_in_order(position: str, turn: str, dice: tuple[int, ...], options: Options) -> list[Play]:
    """Ruling `order`, for one order of the dice: each die in turn is played or lost.

    >>> plays_in_order("A-b-----", "white", (2, 1), DEFAULT)  # the 2 is lost
    [(((1, 'bar-white', 'point-1'),), '-Ab-----')]
    """
    if not dice:
        return [((), position)]
    die, later = dice[0], dice[1:]
    choices = steps_with(position, turn, die, options)
    # "... and is lost if it has none." (Also after the last checker is off: the die is void.)
    if not choices:
        return plays_in_order(position, turn, later, options)
    # "Each die in turn is played if it has any legal step at that moment ..."
    found = []
    for step, after in choices:
        for steps, end in plays_in_order(after, turn, later, options):
            found.append(((step, *steps), end))
    return found


def choices_of_any_die(
    position: str, turn: str, dice: tuple[int, ...], options: Options
) -> list[tuple[Step, str, tuple[int, ...]]]:
    """Every legal step with any of the dice left: the step, the position, the dice then left."""
    found = []
    for number, die in enumerate(dice):
        left = dice[:number] + dice[number + 1 :]
        for step, after in steps_with(position, turn, die, options):
            found.append((step, after, left))
    return found


def plays_must(position: str, turn: str, dice: tuple[int, ...], options: Options) -> list[Play]:
    """Ruling `must`: go on, with either die, until no die left has a step."""
    choices = choices_of_any_die(position, turn, dice, options)
    if not choices:
        return [((), position)]
    # "A die that becomes playable must be played": no stopping here.
    found = []
    for step, after, left in choices:
        for steps, end in plays_must(after, turn, left, options):
            found.append(((step, *steps), end))
    return found


def plays_free(position: str, turn: str, dice: tuple[int, ...], options: Options) -> list[Play]:
    """Ruling `free`: one step if there is any, then a second or none, at will."""
    found: list[Play] = []
    for step, after, left in choices_of_any_die(position, turn, dice, options):
        # "Stop after any step."
        found.append(((step,), after))
        for next_step, end, _ in choices_of_any_die(after, turn, left, options):
            found.append(((step, next_step), end))
    # "If neither die has a step at the start, the turn passes."
    return found or [((), position)]


@lru_cache(maxsize=2**10)
def complete_plays(position: str, turn: str, roll: tuple[int, int], options: Options) -> list[Play]:
    """Every complete legal play of a roll; a pass is the play without steps.

    >>> set(complete_plays("Ab----A-", "white", (1, 1), Options(full_entry=True)))  # a pass
    {((), 'Ab----A-')}
    >>> set(complete_plays("A-------", "white", (1, 2), DEFAULT))  # black has won already
    {((), 'A-------')}
    """
    check(position, turn, roll, options)
    first, second = roll  # "Doubles are two equal steps, never four": always just two dice
    if options.second_die == "must":
        return plays_must(position, turn, (first, second), options)
    if options.second_die == "free":
        return plays_free(position, turn, (first, second), options)
    # "The player picks an order. The legal plays are the union over both orders." If neither die
    # has a step at the start, both are lost in both orders, and the turn passes.
    one_order = plays_in_order(position, turn, (first, second), options)
    other_order = plays_in_order(position, turn, (second, first), options)
    return one_order + other_order


# ---- What the tests ask -------------------------------------------------------------------------


def results(
    position: str, turn: str, roll: tuple[int, int], options: Options = DEFAULT
) -> frozenset[str]:
    """The distinct positions a roll can lead to, the turn not passed; {position} is a pass.

    Both dice enter, or one checker enters and goes on:

    >>> sorted(results("H------h", "white", (5, 1)))
    ['FA---A-h', 'G-----Ah']
    >>> sorted(results("H------h", "black", (5, 1)))  # the same, from the other end
    ['H-a---af', 'Ha-----g']

    A checker may enter and bear off in one turn, but not in full entry with others on the bar:

    >>> sorted(results("H------h", "white", (5, 2)))
    ['F-A--A-h', 'G------h']
    >>> sorted(results("H------h", "white", (5, 2), Options(full_entry=True)))
    ['F-A--A-h']
    >>> sorted(results("A------h", "white", (5, 2), Options(full_entry=True)))
    ['-------h']

    Doubles are two steps, and no roll over the exact one bears off:

    >>> sorted(results("H------h", "white", (3, 3)))
    ['F--B---h', 'G-----Ah']
    >>> sorted(results("H------h", "white", (3, 3), Options(enter_on_own=False)))
    ['G-----Ah']
    >>> sorted(results("H------h", "white", (4, 4), Options(enter_on_own=False)))
    ['G---A--h']

    The 2 has no step at the start (point 2 is made by black) but has one after the 1:

    >>> sorted(results("A-b-----", "white", (2, 1)))  # lost if taken first: a stop is legal
    ['--bA----', '-Ab-----']
    >>> sorted(results("A-b-----", "white", (2, 1), Options(second_die="must")))
    ['--bA----']
    >>> sorted(results("A-b-----", "white", (2, 1), Options(second_die="free")))
    ['--bA----', '-Ab-----']

    Both have a step at the start, but each takes the other's away; no duty to either:

    >>> sorted(results("----A--a", "white", (3, 1)))
    ['-------a', '-----A-a']

    Both have one at the start and after each other: stopping after one is for `free` only:

    >>> sorted(results("-A-----a", "white", (2, 1)))
    ['----A--a']
    >>> sorted(results("-A-----a", "white", (2, 1), Options(second_die="free")))
    ['----A--a', '---A---a', '--A----a']

    In full entry, entering the last one frees the 1 from point 6, which had no step before:

    >>> full, full_must = Options(full_entry=True), Options(full_entry=True, second_die="must")
    >>> sorted(results("Ab----A-", "white", (3, 1), full))
    ['-b--A-A-', '-b-A----', '-b-A--A-']
    >>> sorted(results("Ab----A-", "white", (3, 1), full_must))
    ['-b--A-A-', '-b-A----']

    Neither die has a step: a pass. A hit blot goes to its owner's bar; a play may hit twice.

    >>> sorted(results("A-bb---d", "white", (3, 2)))
    ['A-bb---d']
    >>> sorted(results("Baa-----", "white", (2, 1)))
    ['-AA----b', 'A-aA---a', 'Aa-A---a']
    """
    return frozenset(end for _, end in complete_plays(position, turn, roll, options))


def next_steps(
    position: str,
    turn: str,
    roll: tuple[int, int],
    made: tuple[tuple[int, str, str], ...] = (),
    options: Options = DEFAULT,
) -> frozenset[tuple[int, str, str]]:
    """The steps that may come next: those made and this one begin some complete legal play.

    Position is the one at the start of the turn. Steps made that begin no legal play have none.

    >>> sorted(next_steps("H------h", "black", (5, 1), ()))
    [(1, 'bar-black', 'point-6'), (5, 'bar-black', 'point-2')]
    >>> sorted(next_steps("H------h", "black", (5, 1), ((5, "bar-black", "point-2"),)))
    [(1, 'bar-black', 'point-6'), (1, 'point-2', 'point-1')]
    >>> next_steps("A-b-----", "white", (2, 1), ((1, "bar-white", "point-1"),))
    frozenset({(2, 'point-1', 'point-3')})
    """
    return frozenset(
        steps[len(made)]
        for steps, _ in complete_plays(position, turn, roll, options)
        if len(steps) > len(made) and steps[: len(made)] == made
    )


def may_end(
    position: str,
    turn: str,
    roll: tuple[int, int],
    made: tuple[tuple[int, str, str], ...] = (),
    options: Options = DEFAULT,
) -> bool:
    """Whether the steps made since position are themselves a complete legal play.

    >>> may_end("H------h", "white", (5, 2), ()), may_end("A-bb---d", "white", (3, 2), ())
    (False, True)
    >>> one = ((1, "bar-white", "point-1"),)
    >>> may_end("A-b-----", "white", (2, 1), one)
    True
    >>> may_end("A-b-----", "white", (2, 1), one, Options(second_die="must"))
    False

    A game ends with the eighth checker off, and the die left over is void:

    >>> may_end("----A--h", "white", (3, 3), ((3, "point-4", "off-white"),))
    True
    """
    return made in [steps for steps, _ in complete_plays(position, turn, roll, options)]


def perft(position: str, turn: str, depth: int, options: Options = DEFAULT) -> list[int]:
    """How many positions each ply reaches, one count a ply.

    "The sum over parents and the 21 unordered rolls of the distinct results of that roll; a pass
    counts one; a finished game counts at the ply where it ends and has no children."

    >>> perft("H------h", "white", 1)  # 21 rolls, and 12 of them (a + b <= 7) have a second way
    [33]
    >>> perft("------A-", "black", 1)  # black has finished: no children
    [0]
    """
    counts = []
    parents = [position]
    for _ in range(depth):
        children: list[str] = []
        for parent in parents:
            if winner(parent) is None:
                for roll in ROLLS:
                    children.extend(results(parent, turn, roll, options))
        counts.append(len(children))
        parents, turn = children, other(turn)
    return counts


# ---- Positions to test with ---------------------------------------------------------------------


def random_side(rng: random.Random, position: str, side: str, points: list[int]) -> str:
    """Put at least one checker of a side on its bar and on the points given to it."""
    number = rng.choice([1, 2, 3, rng.randint(1, CHECKERS), rng.randint(5, CHECKERS), CHECKERS])
    on_bar = rng.choice([0, 0, min(1, number), rng.randint(0, number), number])
    bar = index_of(side, BAR)
    if not points:
        on_bar = number
    position = with_count(position, bar, side, on_bar)
    for _ in range(number - on_bar):
        point = rng.choice(points)
        position = with_count(position, point, side, count_at(position, point, side) + 1)
    return position


def random_position(rng: random.Random) -> str:
    """A reachable-looking position: neither side finished, no point shared, much variety.

    >>> rng = random.Random(1)
    >>> some = [random_position(rng) for _ in range(500)]
    >>> any(winner(position) for position in some), len(set(some)) > 300
    (False, True)
    >>> all(0 < in_play(position, side) <= 8 for position in some for side in ("white", "black"))
    True
    """
    points = [1, 2, 3, 4, 5, 6]
    rng.shuffle(points)
    cut = rng.randint(0, 6)  # the first ones are white's to use, the others black's
    position = random_side(rng, "--------", "white", points[:cut])
    return random_side(rng, position, "black", points[cut:])
