"""What a judged game comes to, in words and figures for people."""

from collections.abc import Iterator, Sequence

from minigam.players.review import Judged, JudgedCube, Review, Tally
from minigam.rules.assessment import assessment_words
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.worth import Worth
from minigam.words import Words, joined

CUBE_WORDS = {
    "roll": Words("does not double"),
    "double": Words("doubles"),
    "take": Words("takes"),
    "drop": Words("drops"),
}
FEWEST_RATED = 10
"""Of fewer decisions a rating says nothing."""


def heading(number: int, rules: RuleSet, names: tuple[str, str]) -> Words:
    """Which game it is, and who played, as the screen calls them: white first.

    >>> from minigam.rules.ruleset import rule_set
    >>> heading(3, rule_set("minigam"), ("Ann", "Computer, hard"))
    'Game 3: Minigam, Ann (white) against Computer, hard (black)'
    """
    title = Words(rules.title)
    return Words(
        "Game {number}: {title}, {who}", number=number, title=title, who=opponents([names])
    )


def opponents(games: Sequence[tuple[str, str]]) -> Words:
    """Who played, of the names in each game, white first; and which colour, if it was always that.

    >>> opponents([("Ann", "Ben"), ("Ann", "Ben")]), opponents([("Ann", "Ben"), ("Ben", "Ann")])
    ('Ann (white) against Ben (black)', 'Ann against Ben')
    """
    names = games[0]
    white, black = map(_with_color, Side, names) if len(set(games)) == 1 else names
    return Words("{white} against {black}", white=white, black=black)


def _with_color(side: Side, name: str) -> str:
    """A player's name and colour, unless the colour is all there is."""
    return name if name == side.title else Words("{name} ({side})", name=name, side=side.word)


def amount(review: Review, worth: Worth) -> Words:
    """A difference with its sign: percent of the games, or points where wins count more."""
    if review.rules.only_wins:
        return Words("{percent:+z.1f} %", percent=100 * worth.win)
    return Words("{points:+z.3f}", points=worth.equity)


def loss(review: Review, worth: Worth) -> Words:
    """The same without a sign, where nothing can be won."""
    if review.rules.only_wins:
        return Words("{percent:z.1f} %", percent=100 * worth.win)
    return Words("{points:z.3f}", points=worth.equity)


def cost_of(review: Review, turn: Judged) -> Words:
    """What a play gave away; nothing for the best."""
    return Words("") if turn.was_best else loss(review, turn.cost)


def cube_words(cube: JudgedCube) -> Words:
    """What was decided about the cube, and what it cost."""
    did = CUBE_WORDS[cube.decided]
    return Words("{did}, cost {cost:.3f}", did=did, cost=cube.cost) if cube.cost else did


def chance(share: float) -> Words:
    """A chance in percent."""
    return Words("{percent:.1f} %", percent=100 * share)


def summary(review: Review) -> Iterator[Words]:
    """A sentence a side, the worst plays, the cube, and what the figures are."""
    if not review.turns:
        yield Words("No turn was played.")
        return
    for side in Side:
        yield tally_words(review, side.title, review.tally(side))
    yield from _worst(review)
    yield from _about_cube(review)
    yield from explained(review)


def explained(review: Review) -> Iterator[Words]:
    """Who has judged, and what the figures are."""
    yield Words("Judged by {judge}.", judge=review.judge)
    if review.rules.only_wins:
        yield Words(
            "Luck is what the rolls changed, cost what the plays gave away, of the chance to win."
        )
    else:
        yield Words("Luck is what the rolls changed, cost what the plays gave away, in points.")
    if review.cubes is not None:
        yield Words(
            "Plays are judged as for money and without the cube, doubles and answers at the score."
        )
        yield Words(
            "The rating (PR) is 500 times the points that a decision gave away: "
            "an expert's is about 6, a casual player's about 20."
        )


def tally_words(review: Review, name: str, tally: Tally) -> Words:
    """What somebody's plays come to, in a game judged like this one."""
    cost, rate = (loss(review, part) for part in (tally.cost, tally.cost_a_play))
    said = Words.counted(
        "{side}: {best} of 1 play was best; cost {cost} in all, {rate} a play; luck {luck}.",
        "{side}: {best} of {number} plays were best; "
        "cost {cost} in all, {rate} a play; luck {luck}.",
        tally.plays,
        **{"side": name, "best": tally.best},
        **{"cost": cost, "rate": rate, "luck": amount(review, tally.luck)},
    )
    if review.cubes is None:
        return said
    cube = Words("Cube: cost {cost:.3f}.", cost=tally.cube_cost)
    return joined([said, cube, _rating(tally)])


def _rating(tally: Tally) -> Words:
    if tally.decisions < FEWEST_RATED:
        return Words("Too few decisions for a rating.")
    number, rating = tally.decisions, tally.rating
    return Words("Rating (PR) {rating:.1f} from {number} decisions.", rating=rating, number=number)


def _worst(review: Review) -> Iterator[Words]:
    """The plays that gave most away, each with the better one."""
    for at in review.worst:
        found = assessment_words(review.rules, review.turns[at - 1].assessment)
        yield Words("Turn {number}: {what}", number=at, what=found)


def _about_cube(review: Review) -> Iterator[Words]:
    """The decisions about the cube that gave most away, the worst first."""
    for cube in review.worst_cubes:
        yield _should(cube)


def _should(cube: JudgedCube) -> Words:
    cost = Words("{points:.3f} points", points=cube.cost)
    said = {"number": cube.turns + 1, "side": cube.side.title, "cost": cost}
    match cube.better:
        case "double":
            return Words("Before turn {number}, {side} should have doubled (cost {cost}).", **said)
        case "roll":
            return Words(
                "Before turn {number}, {side} should not have doubled (cost {cost}).", **said
            )
        case "take":
            return Words("Before turn {number}, {side} should have taken (cost {cost}).", **said)
    return Words("Before turn {number}, {side} should have dropped (cost {cost}).", **said)
