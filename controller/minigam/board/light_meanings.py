"""The vocabulary of the lights: what each says, and how it looks on the strip and on the screen.

For people: `docs/lights.md`. A colour stands for one idea, and a pattern for what exactly it says.
Each light differs from every other in its pattern over time or along the lane, not only in colour,
so that colour-blind players can tell them apart. Pure data.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from minigam.board.light_patterns import (
    BEATING,
    BLINKING,
    BREATHING,
    CALLING,
    CALLING_TWICE,
    DOUBLE_FLASH,
    ENDS,
    FADING,
    HALVES,
    MARCHING,
    RUNNING,
    SPARKLING,
    STEADY,
    TWO_WINKS,
    WAVE,
    WINK,
    Pattern,
)
from minigam.words import Words

Color = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""


class Hue(Enum):
    """The colours of the strip, as the bytes that it gets. Each stands for one idea."""

    GREEN = (0, 220, 30)
    WHITE = (255, 255, 255)
    CYAN = (0, 200, 200)
    MAGENTA = (255, 0, 160)
    RED = (255, 0, 0)
    YELLOW = (255, 200, 0)
    VIOLET = (130, 40, 255)
    WARM_WHITE = (255, 170, 80)
    BLUE = (40, 90, 255)

    @property
    def word(self) -> Words:
        """Its name for people."""
        return _HUES[self][0]

    @property
    def idea(self) -> Words:
        """What it stands for, wherever it is lit."""
        return _HUES[self][1]


_HUES: Mapping[Hue, tuple[Words, Words]] = {
    Hue.GREEN: (Words("green"), Words("touch here")),
    Hue.WHITE: (Words("bright white"), Words("in your hand")),
    Hue.CYAN: (Words("cyan"), Words("it may go here")),
    Hue.MAGENTA: (Words("magenta"), Words("it hits here")),
    Hue.RED: (Words("red"), Words("not here")),
    Hue.YELLOW: (Words("yellow"), Words("the last play")),
    Hue.VIOLET: (Words("violet"), Words("the best play")),
    Hue.WARM_WHITE: (Words("warm white"), Words("White's")),
    Hue.BLUE: (Words("blue"), Words("Black's")),
}


class Shape(Enum):
    """What the page draws over a place, beside the same lights as on the strip."""

    CHEVRON = "chevron"
    RING = "ring"
    DOT = "dot"
    """A dot in a ring."""
    CROSS = "cross"
    """A cross in a ring."""
    PLUS = "plus"
    """A dashed ring with how many to put."""
    MINUS = "minus"
    """A ring with how many to take."""
    CHECKER = "checker"
    LIGHTS = "lights"
    """Nothing: the lights alone."""


class Meaning(Enum):
    """Everything that light can say, as the API names it."""

    NONE = "none"
    SOURCE = "source"
    CHOICE = "choice"
    SELECTED = "selected"
    TARGET = "target"
    OFF = "off"
    HIT = "hit"
    ERROR = "error"
    TURN = "turn"
    POSITION_WHITE = "position-white"
    POSITION_BLACK = "position-black"
    MISSING_WHITE = "missing-white"
    MISSING_BLACK = "missing-black"
    LAST = "last"
    COST = "cost"
    HINT = "hint"
    BEST = "best"
    WIN = "win"
    COUNTDOWN = "countdown"
    ATTRACT = "attract"
    PAIRING = "pairing"


@dataclass(frozen=True)
class Light:
    """A line of the vocabulary: how it looks on the strip and on the screen, and what it says."""

    meanings: tuple[Meaning, ...]
    """Those that look like this: they differ in where, or when, they are shown."""
    word: Words
    """What it says, in a word or two; the sides' lights share theirs."""
    says: Words
    """What it says, in a sentence."""
    hue: Hue
    pattern: Pattern
    shape: Shape = Shape.LIGHTS
    in_play: bool = True
    """Whether it is shown while a game is played."""

    @property
    def color(self) -> Color:
        """Its colour on the strip."""
        return self.hue.value

    @property
    def looks(self) -> Words:
        """How it looks on the strip."""
        return Words("{color}, {pattern}", color=self.hue.word, pattern=self.pattern.looks)


def _sides(
    word: Words, says: Words, shape: Shape, *looks: tuple[Meaning, Hue, Pattern]
) -> Iterator[Light]:
    """A light for each side: one word, and each side's own colour."""
    return (Light((each,), word, says, hue, pattern, shape) for each, hue, pattern in looks)


VOCABULARY: tuple[Light, ...] = (
    Light(
        (Meaning.SOURCE, Meaning.CHOICE),
        Words("touch here"),
        Words("A checker here can move, or here is something to choose."),
        Hue.GREEN,
        BREATHING,
        Shape.CHEVRON,
    ),
    Light(
        (Meaning.SELECTED,),
        Words("in your hand"),
        Words("You have picked up this checker."),
        Hue.WHITE,
        STEADY,
        Shape.RING,
    ),
    Light(
        (Meaning.TARGET, Meaning.OFF),
        Words("it may go here"),
        Words("The checker in your hand may go here, or be borne off here."),
        Hue.CYAN,
        RUNNING,
        Shape.DOT,
    ),
    Light(
        (Meaning.HIT,),
        Words("it hits here"),
        Words("The checker in your hand may go here, and hits the other side's checker."),
        Hue.MAGENTA,
        DOUBLE_FLASH,
        Shape.CROSS,
    ),
    Light(
        (Meaning.ERROR,),
        Words("not here"),
        Words("This touch was refused, or so many checkers are too many here."),
        Hue.RED,
        BLINKING,
        Shape.MINUS,
    ),
    *_sides(
        Words("a side's"),
        Words(
            "White's light is {white}, Black's is {black}: the turn, the dice, and each checker.",
            white=Hue.WARM_WHITE.word,
            black=Hue.BLUE.word,
        ),
        Shape.CHECKER,
        (Meaning.TURN, Hue.WARM_WHITE, STEADY),
        (Meaning.POSITION_WHITE, Hue.WARM_WHITE, WINK),
        (Meaning.POSITION_BLACK, Hue.BLUE, TWO_WINKS),
    ),
    *_sides(
        Words("put checkers here"),
        Words("So many checkers of this side are missing here."),
        Shape.PLUS,
        (Meaning.MISSING_WHITE, Hue.WARM_WHITE, CALLING),
        (Meaning.MISSING_BLACK, Hue.BLUE, CALLING_TWICE),
    ),
    Light(
        (Meaning.LAST,),
        Words("the last play"),
        Words("The last play ended here."),
        Hue.YELLOW,
        ENDS,
    ),
    Light(
        (Meaning.COST,),
        Words("what it gave away"),
        Words("The last play gave away some of the chance to win, one percent for each light."),
        Hue.YELLOW,
        FADING,
    ),
    Light(
        (Meaning.HINT, Meaning.BEST),
        Words("the best play"),
        Words("The best play goes from here or to here, or you have just made it."),
        Hue.VIOLET,
        BEATING,
    ),
    Light(
        (Meaning.WIN,),
        Words("the game is won"),
        Words("The last play has won: the game is this side's."),
        Hue.YELLOW,
        SPARKLING,
        in_play=False,
    ),
    Light(
        (Meaning.COUNTDOWN,),
        Words("a new game"),
        Words("While you hold both buttons the lanes go out one by one, then a new game begins."),
        Hue.WHITE,
        MARCHING,
        in_play=False,
    ),
    Light(
        (Meaning.ATTRACT,),
        Words("come and play"),
        Words("Nobody plays: touch anything to begin."),
        Hue.GREEN,
        WAVE,
        in_play=False,
    ),
    Light(
        (Meaning.PAIRING,),
        Words("a phone"),
        Words("A phone waits to be let in: press roll."),
        Hue.GREEN,
        HALVES,
        in_play=False,
    ),
)
"""All that the lights say. Strip, page, docs and the printed card are drawn from it."""
LIGHTS: Mapping[Meaning, Light] = {
    meaning: light for light in VOCABULARY for meaning in light.meanings
}
