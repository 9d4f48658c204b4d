"""The printed card of the lights says all that the lights can say, in every language."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from hardware.drawing.card import SHAPES, card
from hardware.drawing.files import CARDS
from minigam.board.light_card import FELT, STEPS
from minigam.board.light_meanings import VOCABULARY, Shape
from minigam.web.language import Languages
from minigam.words import ENGLISH, Language

LANGUAGES = list(Languages())
POINT = 1 / 72
A6_INCHES = (105 / 25.4, 148 / 25.4)


def sections(language: Language) -> list[str]:
    """The texts of the card's pages."""
    drawn = re.findall(r"<section>.*?</section>", card(language), re.DOTALL)
    trees = (ElementTree.fromstring(section.replace("<br>", "<br/> ")) for section in drawn)
    return [" ".join("".join(tree.itertext()).split()) for tree in trees]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.tag)
def test_the_front_has_every_light_of_a_game_and_the_back_the_first_turn(
    language: Language,
) -> None:
    front, back = sections(language)
    for light in VOCABULARY:
        said, unsaid = (front, back) if light.in_play else (back, front)
        assert f"{language.say(light.word)} {language.say(light.says)}" in said
        assert language.say(light.says) not in unsaid
    assert all(language.say(words) in back for words in (FELT, *(step for _, step in STEPS)))


def test_both_sides_of_a_light_are_drawn_once() -> None:
    front = card(ENGLISH).partition("</section>")[0]
    assert front.count("<svg") == len(
        {(light.word, light.hue) for light in VOCABULARY if light.in_play}
    )


def test_every_shape_of_the_page_is_drawn() -> None:
    assert set(SHAPES) == set(Shape)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.tag)
def test_the_card_is_two_pages_of_a6(language: Language) -> None:
    data = (CARDS / f"lights-{language.tag}.pdf").read_bytes()
    sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert len(sizes) == 2
    for size in sizes:
        assert tuple(float(side) * POINT for side in size) == pytest.approx(A6_INCHES, abs=0.02)
