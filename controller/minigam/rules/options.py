"""What a rule set leaves to the players, as text and as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from minigam.errors import UnknownNameError, UnreadableError
from minigam.words import Words, joined

LONGEST = 99
"""The longest match that can be set."""
FACE_KINDS = ("regular", "double", "switch", "half")
"""How a pawn with that face moves: see `pawns`."""
SIGNS = {"+": 1, "0": 0, "-": -1}
"""What a face's sign adds to its side's total."""
ALL_FACES = tuple(kind + sign for kind in FACE_KINDS for sign in SIGNS)
FACES_OF_A_PAWN = 6
_KIND_WORDS = {
    "regular": Words("regular"),
    "double": Words("double"),
    "switch": Words("switch"),
    "half": Words("half"),
}
_SIGN_WORDS = {"+": Words("plus"), "0": Words(""), "-": Words("minus")}


def face_words(face: str) -> Words:
    """A pawn's face as people say it.

    >>> face_words("half-"), face_words("switch0")
    ('half minus', 'switch')
    """
    return joined([_KIND_WORDS[face[:-1]], _SIGN_WORDS[face[-1]]])


@dataclass(frozen=True)
class Option:
    """A choice that a rule set leaves to the players."""

    name: str
    """The `RuleSet` field it sets."""
    values: Mapping[str, object]
    """Each value's text and the field's value for it; the first is the usual one."""
    title: Words
    """What people read."""
    words: Mapping[str, Words] = field(default_factory=dict)
    """What people read for a value; where there is nothing, its text."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Texts of earlier versions, and what they are now: older games still hold them."""
    about: Words = field(default=Words(""), kw_only=True)
    """What it means, for somebody who has never heard of it."""

    def read(self, text: str) -> object:
        """The value of a text; raise `UnknownNameError` for one that is none."""
        text = self.former.get(text, text)
        if text not in self.values:
            raise UnknownNameError(f"value of option {self.name}", text, self.values)
        return self.values[text]

    def value_words(self, text: str) -> Words:
        """A value as people read it.

        >>> Option("", {"true": True}, Words(""), {"true": Words("yes")}).value_words("true")
        'yes'
        """
        return self.words.get(text) or Words("{value}", value=text)

    def write(self, value: object) -> str:
        """The text of a value, as `read` takes it."""
        return next(text for text, known in self.values.items() if known == value)


class LengthOption(Option):
    """How many points win a match."""

    def read(self, text: str) -> object:
        """A number that is among the values."""
        if text not in self.values:
            raise UnreadableError(f"expected a length from 0 to {LONGEST}, got {text!r}")
        return self.values[text]


class FacesOption(Option):
    """The six faces of a pawn, in the order of the numbers they are entered by."""

    def read(self, text: str) -> tuple[str, ...]:
        """Six faces with commas between."""
        faces = tuple(text.split(","))
        for face in faces:
            if face not in ALL_FACES:
                raise UnknownNameError("face", face, ALL_FACES)
        if len(faces) != FACES_OF_A_PAWN:
            raise UnreadableError(f"expected {FACES_OF_A_PAWN} faces, got {len(faces)}: {text!r}")
        return faces

    def value_words(self, text: str) -> Words:
        """The faces as people say them, with commas between."""
        return joined(map(face_words, text.split(",")), ", ")

    def write(self, value: object) -> str:
        """The faces with commas between."""
        assert isinstance(value, tuple)
        return ",".join(value)
