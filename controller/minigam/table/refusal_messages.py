"""Why a tap was refused, in words: which die, which point, who holds it."""

from minigam.rules import step_refusals
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.step_refusals import Reason
from minigam.rules.steps import BAR
from minigam.table.state import Picked
from minigam.table.zones import place_words, zone_words
from minigam.words import Words, joined, together


def checkers(count: int) -> Words:
    """A number of checkers in words.

    >>> checkers(1), checkers(3)
    ('1 checker', '3 checkers')
    """
    return Words.counted("1 checker", "{number} checkers", count)


def faces(dice: tuple[int, ...]) -> Words:
    """Dice in words.

    >>> faces((5, 2)), faces((4,)), faces((3, 3, 3))
    ('5 and 2', '4', 'three 3s')
    """
    if len(dice) > 2 and len(set(dice)) == 1:
        return Words("three {die}s" if len(dice) == 3 else "four {die}s", die=dice[0])
    return together(dice)


def source_message(turn: Turn, place: int | None, zone: str) -> Words:
    """Why nothing can be picked up from a zone.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> source_message(turn, 3, "point-3")
    'There is no white checker on point 3.'
    """
    words = _zone(turn, zone)
    if zone.startswith("off-"):
        return Words("Checkers in {zone} stay off: first tap the checker to move.", zone=words)
    if place is None:
        side = turn.side
        return Words(
            "It is {side}'s turn, and {zone} holds {other}'s checkers.",
            **{"side": side.word, "zone": words, "other": side.other.word},
        )
    return joined(sentence(turn, reason) for reason in step_refusals.why_no_source(turn, place))


def target_message(turn: Turn, picked: Picked, target: int | None, zone: str) -> Words:
    """Why the picked-up checker cannot go to a zone.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> target_message(turn, Picked(0), 4, "point-4")
    "No single die goes from white's bar to point 4: you have 5 and 2."
    """
    if target is None:
        return Words(
            "{side}'s checkers cannot go to {zone}.", side=turn.side.title, zone=_zone(turn, zone)
        )
    found = step_refusals.why_no_target(turn, picked.place, target, picked.face, picked.path)
    return joined(sentence(turn, reason) for reason in found)


def no_double(why: str, side: Side) -> Words:
    """Why a side may not double, from the code that `Game.why_no_double` gives.

    >>> no_double("no-cube", Side.WHITE)
    'This game is played without a doubling cube.'
    """
    match why:
        case "no-cube":
            return Words("This game is played without a doubling cube.")
        case "crawford":
            return Words("This is the Crawford game: nobody doubles.")
        case "cube-of-other":
            return Words("The cube is {owner}'s: only {owner} may double.", owner=side.other.word)
    return Words(
        "With this game {side} wins the match anyway: doubling would change nothing.",
        side=side.word,
    )


def sentence(turn: Turn, reason: Reason) -> Words:
    """A reason as people read it.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> sentence(turn, step_refusals.TooHigh(5, False, 5, 2))
    'The 5 is too high: point 5 bears off with exactly a 2.'
    """
    match reason:
        case step_refusals.NothingLeft():
            return Words(
                "Everything that can be played is played: press roll to confirm.",
                page="Everything that can be played is played: confirm, or take it back.",
            )
        case step_refusals.Empty():
            return _who_is_there(turn, reason)
        case step_refusals.Backwards(source, target):
            return Words(
                "Checkers move one way only: {zone} lies behind {start}.",
                **{"zone": place_words(turn, target), "start": place_words(turn, source)},
            )
        case step_refusals.NoDie():
            return _no_die(turn, reason)
        case step_refusals.MustEnter(count):
            return Words(
                "{checkers} must enter from {side}'s bar first.",
                **{"checkers": checkers(count), "side": turn.side.word},
            )
        case step_refusals.CapturesFirst():
            return Words("A step that captures or bears off comes first.")
        case step_refusals.FewerDice(die, reached, most):
            return Words.counted(
                "1 die can be played, and must be: with the {die} from here only {reached} could "
                "be.",
                "{number} dice can be played, and must be: "
                "with the {die} from here only {reached} could be.",
                most,
                **{"die": die, "reached": reached},
            )
        case step_refusals.LargerDie(larger):
            return Words(
                "Only one die can be played, and the larger must be: the {die}.", die=larger
            )
        case step_refusals.Blocked():
            return _blocked(turn, reason)
        case step_refusals.EntersOnOwn(die, target):
            return Words(
                "The {die} cannot enter on {zone}: your own checker stands there.",
                **{"die": die, "zone": place_words(turn, target)},
            )
        case step_refusals.NotHome(die, half, outside):
            return Words.counted(
                "{what} would bear off, but 1 checker still stands outside the home.",
                "{what} would bear off, but {number} checkers still stand outside the home.",
                outside,
                what=_die(die, half),
            )
        case step_refusals.TooHigh(die, half, place, needed):
            return Words(
                "{what} is too high: {zone} bears off with exactly a {needed}.",
                **{"what": _die(die, half), "zone": place_words(turn, place), "needed": needed},
            )
        case step_refusals.FirstAlone(place, past):
            return Words(
                "Your first checker, on {start}, must pass {zone} before another one moves.",
                **{"start": place_words(turn, place), "zone": place_words(turn, past)},
            )
        case step_refusals.FillsStart(die):
            return Words(
                "With the {die} you would hold all points of your starting quarter.", die=die
            )
        case step_refusals.StaysShutIn():
            return Words(
                "Your six points in a row shut in all of {side}'s checkers: "
                "one of them must be opened.",
                side=turn.side.other.word,
            )
        case step_refusals.Pinned(place):
            return Words(
                "Your checker on {zone} is pinned: it can move once {side} has left it.",
                **{"zone": place_words(turn, place), "side": turn.side.other.word},
            )
        case step_refusals.BarStopsBearingOff(die, count):
            return Words(
                "The {die} would bear off, but {checkers} must enter from the bar first.",
                **{"die": die, "checkers": checkers(count)},
            )
        case step_refusals.RearmostFirst(die, place):
            return Words(
                "The {die} cannot bear off from {zone}: a checker is farther back.",
                **{"die": die, "zone": place_words(turn, place)},
            )
        case step_refusals.SwitchIsStuck(die):
            return Words("No change of places leaves a step with the {die}.", die=die)
        case step_refusals.SwitchesFirst():
            return Words("A switch changes places first: tap a lit pawn.")
        case step_refusals.DoubleIsStuck(die, middle):
            return Words(
                "A double lands twice: it cannot go on by {die} from {zone}.",
                **{"die": die, "zone": place_words(turn, middle)},
            )


def _zone(turn: Turn, zone: str) -> Words:
    return zone_words(zone, turn.rules.layout, turn.side)


def _who_is_there(turn: Turn, reason: step_refusals.Empty) -> Words:
    words = place_words(turn, reason.place)
    if reason.theirs:
        return Words.counted(
            "The checker on {zone} is {side}'s, not yours.",
            "The {number} checkers on {zone} are {side}'s, not yours.",
            reason.theirs,
            **{"zone": words, "side": turn.side.other.word},
        )
    if reason.place == BAR:
        return Words("There is no {side} checker in {zone}.", side=turn.side.word, zone=words)
    return Words("There is no {side} checker on {zone}.", side=turn.side.word, zone=words)


def _die(die: int, half: bool) -> Words:
    return Words("Half of the {die}", die=die) if half else Words("The {die}", die=die)


def _blocked(turn: Turn, reason: step_refusals.Blocked) -> Words:
    what = {"what": _die(reason.die, reason.half), "zone": place_words(turn, reason.target)}
    side = turn.side.other.word
    if reason.own and turn.rules.layout.pins:
        return Words(
            "{what} cannot land on {zone}: {side} has pinned your checker there.", **what, side=side
        )
    if reason.own:
        held = checkers(reason.own)
        return Words(
            "{what} cannot land on {zone}: {checkers} of yours fill it.", **what, checkers=held
        )
    held = checkers(reason.theirs)
    return Words(
        "{what} cannot land on {zone}: {side} holds it with {checkers}.",
        **what,
        **{"side": side, "checkers": held},
    )


def _no_die(turn: Turn, reason: step_refusals.NoDie) -> Words:
    goes = {"start": place_words(turn, reason.source), "zone": place_words(turn, reason.target)}
    if reason.half or reason.of_pawn:
        return Words(
            "It cannot go from {start} to {zone} with half of {dice}, rounded up."
            if reason.half
            else "It cannot go from {start} to {zone} with {dice}.",
            **goes,
            **{"dice": _either(reason.dice)},
        )
    return Words(
        "No single die goes from {start} to {zone}: you have {dice}.",
        **goes,
        **{"dice": faces(reason.dice)},
    )


def _either(dice: tuple[int, ...]) -> Words:
    one, *other = dict.fromkeys(dice)
    if not other:
        return together([one])
    return Words("{one} or {other}", one=one, other=other[0])


def still_playable(turn: Turn) -> Words:
    """Why a turn cannot be confirmed yet: an example of what can still be played.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> still_playable(Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)))
    "Not finished yet: the 5 can still be played, for example from white's bar."
    """
    step = turn.next_steps[0]
    return Words(
        "Not finished yet: the {die} can still be played, for example from {zone}.",
        **{"die": step.die, "zone": place_words(turn, step.source)},
    )
