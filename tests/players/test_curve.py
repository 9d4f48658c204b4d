"""The learning curve as a picture."""

from xml.etree import ElementTree

from minigam.players.curve import Measure, drawn

SVG = "{http://www.w3.org/2000/svg}"


def test_each_measurement_is_a_point_of_the_line() -> None:
    measures = [Measure(0, 1, -1.0, 0.1), Measure(500, 9, 0.5, 0.1), Measure(1000, 20, 1.0, 0.1)]
    tree = ElementTree.fromstring(drawn("A & B".replace("&", "and"), measures))
    (line,) = tree.iter(f"{SVG}polyline")
    points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    assert [x for x, _ in points] == [48.0, 320.0, 592.0]
    heights = [y for _, y in points]
    assert heights == sorted(heights, reverse=True)
    words = [text.text for text in tree.iter(f"{SVG}text")]
    assert words[0] == "A and B"
    assert "1,000" in words
