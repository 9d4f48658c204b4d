"""`minigam test-board`: every light, then every input, for whoever builds a board."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from minigam.board.current_limit import limit_current
from minigam.board.debounce import Change, Debouncer
from minigam.board.light_meanings import Color, Meaning
from minigam.board.lighting import Frame, Mark, Scene, render
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile, Strip, is_sensor, light_of, wire_of
from minigam.board.verdict import Verdict
from minigam.cli.common import add_board, board_of
from minigam.cli.workbench import FRAME_SECONDS, Workbench, on_the_bench
from minigam.errors import ExitStatus

COLORS: dict[str, Color] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "white": (255, 255, 255),
}
PIXEL_SECONDS = 0.06
"""How long each pixel is the newest."""
HOW = "Now press each button, lane by lane from left to right. Ctrl-C ends, with a verdict."
HOW_FELT = (
    "Now lay a checker on each place and take it away again, lane by lane, from the rim inwards, "
    "and press each button. Ctrl-C ends, with a verdict."
)
WORDS = {True: ("occupied", "free"), False: ("pressed", "released")}
"""What a sensor says, and what a button says."""

add_arguments = add_board


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    profile, say = load_profile(board_of(options)), partial(print, flush=True)
    with on_the_bench(profile, say) as bench, suppress(KeyboardInterrupt):
        bench.first_levels()  # a board that is not there is waited for
        light_all(profile.strip, bench, say)
        verdict = Verdict(profile, bench.first_levels())
        with suppress(KeyboardInterrupt):
            show_inputs(profile, bench, say, verdict)
        say("")
        for line in verdict.lines:
            say(line)
        return ExitStatus.OK if verdict.is_good else ExitStatus.NEGATIVE
    return ExitStatus.OK


def light_all(
    strip: Strip, bench: Workbench, say: Callable[[str], None], pause: float = PIXEL_SECONDS
) -> None:
    """Show the lights, lane by lane. `pause`: seconds a pixel."""
    say("Each lane fills up in red, green, blue and white, from the rim inwards.")
    for name, frames in lanes(strip):
        say(name)
        for frame in frames:
            bench.show(frame)
            bench.pause(pause)
    bench.show(((0, 0, 0),) * strip.pixels)


def lanes(strip: Strip) -> Iterator[tuple[str, Iterator[Frame]]]:
    """Each segment's name and frames: it fills up pixel by pixel, colour by colour."""
    for name, segment in strip.segments.items():
        pixels = segment.pixels
        yield f"{name}: pixels {pixels[0]} to {pixels[-1]}", _filling(strip, pixels)


def _filling(strip: Strip, pixels: range) -> Iterator[Frame]:
    for color in COLORS.values():
        frame = [(0, 0, 0)] * strip.pixels
        for pixel in pixels:
            frame[pixel] = color
            yield limit_current(tuple(frame), strip.budget)


def show_inputs(
    profile: Profile, bench: Workbench, say: Callable[[str], None], verdict: Verdict
) -> None:
    """Say each change, and light what is pressed or occupied; until an exception ends it."""
    say(HOW_FELT if profile.feels else HOW)
    debouncer, pressed = Debouncer(), set[str]()
    while True:
        for change in debouncer.settled(bench.now, bench.parts.inputs.levels()):
            say(words(profile, change))
            verdict.take(change)
            (pressed.add if change.pressed else pressed.discard)(change.input)
        bench.show(lit(profile, pressed))
        for edge in bench.edges(FRAME_SECONDS):
            debouncer.edge(edge.name, bool(edge.pressed), edge.at)


def words(profile: Profile, change: Change) -> str:
    """What an input says: `point-3/1 (sensor 32): occupied`."""
    on, off = WORDS[is_sensor(change.input)]
    wire = wire_of(profile, change.input)
    return f"{change.input} ({wire}): {on if change.pressed else off}"


def lit(profile: Profile, pressed: set[str]) -> Frame:
    """The own lights of these inputs."""
    lights = {name: light for name in pressed if (light := light_of(profile, name))}
    scene = Scene(dict.fromkeys(lights, Mark(Meaning.SELECTED)))
    strip = profile.strip
    return limit_current(render(scene, lights, strip.pixels, 0.0), strip.budget)
