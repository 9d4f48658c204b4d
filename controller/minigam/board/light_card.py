"""What a card beside the board says: every light, and the first turn. Pure data.

`hardware/drawing/card.py` draws it for printing.
"""

from minigam.board.light_meanings import LIGHTS, Meaning
from minigam.words import Words

TITLE = Words("What the lights say")
FIRST_TURN = Words("Your first turn")
BETWEEN_GAMES = Words("Between games")
FELT = Words("Does the board feel its checkers? Then just move them instead of touching places.")


def _color(meaning: Meaning) -> Words:
    return LIGHTS[meaning].hue.word


STEPS: tuple[tuple[tuple[Meaning, ...], Words], ...] = (
    (
        (Meaning.POSITION_WHITE, Meaning.POSITION_BLACK),
        Words(
            "One turn light is lit: {white} for White, {black} for Black. That side presses roll.",
            white=_color(Meaning.POSITION_WHITE),
            black=_color(Meaning.POSITION_BLACK),
        ),
    ),
    (
        (Meaning.SOURCE,),
        Words(
            "Touch a place that is lit in {color}: its checker can move.",
            color=_color(Meaning.SOURCE),
        ),
    ),
    (
        (Meaning.SELECTED,),
        Words("It turns {color}: take that checker in your hand.", color=_color(Meaning.SELECTED)),
    ),
    (
        (Meaning.TARGET, Meaning.HIT),
        Words(
            "Put it where {target} or {hit} is lit, and touch that place.",
            target=_color(Meaning.TARGET),
            hit=_color(Meaning.HIT),
        ),
    ),
    (
        (Meaning.ERROR,),
        Words(
            "If {color} blinks, try another place. Undo takes a step back.",
            color=_color(Meaning.ERROR),
        ),
    ),
    (
        (Meaning.LAST,),
        Words(
            "Are all dice played? Press roll to end your turn. Then {color} shows where it ended.",
            color=_color(Meaning.LAST),
        ),
    ),
)
"""The first turn: what to do, each step with the lights that it is about."""
