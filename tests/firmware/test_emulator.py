"""The whole firmware on an emulated RP2040, with MicroPython for the Pico from `MINIGAM_UF2`."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from minigam.link.messages import Bye, Level, Light, Seen
from minigam.link.session import Expected, LinkSession, Reading
from tests.firmware.boards import EMULATED, HASH, UF2, board_json, chain

pytestmark = EMULATED

SENSORS, BUTTONS, PIXELS = 16, 2, 60
MANY = 40
"""Messages that come in while a frame goes out."""
BOARD = board_json(BUTTONS, PIXELS, chain(SENSORS), "small")
REST = (Level.EMPTY,) * (SENSORS + BUTTONS)


def with_occupied(*places: int) -> tuple[Level, ...]:
    return tuple(Level.NORTH if place in places else level for place, level in enumerate(REST))


def once(act: Callable[[], None]) -> Callable[..., None]:
    """A listener that acts when it is first called."""
    acts = [act]
    return lambda *_: acts.pop()() if acts else None


def test_on_the_chip_itself(tmp_path: Path) -> None:
    """Hello, sensors, buttons, the strip's waveform, a hang and the watchdog: one boot for all."""
    asyncio.run(play(tmp_path))


async def play(folder: Path) -> None:
    from tests.firmware.emulated import emulated

    async with emulated(UF2, folder, BOARD) as pico:
        session = LinkSession(Expected("small", HASH, SENSORS + BUTTONS, PIXELS), pico.now)

        async def next_reading(seconds: float = 2.0) -> tuple[Level, ...]:
            pico.news.clear()
            await pico.talk(
                session, lambda: any(isinstance(n, Reading) for n in pico.news), seconds
            )
            return next(news.levels for news in pico.news if isinstance(news, Reading))

        assert await next_reading(10.0) == REST
        assert session.board is not None
        assert (session.board.name, session.board.restarted) == ("small", False)

        pico.chain.occupied = {0, 15}
        assert await next_reading() == with_occupied(0, 15)
        pico.chain.occupied = set()
        assert await next_reading() == REST
        pico.buttons[1].press()
        assert await next_reading() == with_occupied(SENSORS + 1)
        pico.buttons[1].release()
        assert await next_reading() == REST

        frame = Random(1).randbytes(3 * PIXELS)
        session.show(frame)
        lit = [list(frame[place : place + 3]) for place in range(0, len(frame), 3)]
        await pico.talk(session, lambda: session.shown == frame, 2.0)
        await pico.talk(session, lambda: list(map(list, pico.strip.pixels)) == lit, 2.0)

        frames = pico.strip.frame_count
        for button in pico.buttons:
            button.press()
        await pico.talk(session, lambda: pico.strip.frame_count > frames, 10.0)  # restarted: dark
        assert pico.strip.pixels == [(0, 0, 0)] * PIXELS
        for button in pico.buttons:
            button.release()
        await pico.talk(session, lambda: list(map(list, pico.strip.pixels)) == lit, 10.0)
        assert session.board.restarted

        sizes = list[int]()
        pico.strip.on_pixels = lambda pixels: sizes.append(len(pixels))
        words = [Seen(number) for number in range(MANY)]
        begun = once(lambda: pico.say(*words))
        pico.device.mcu.gpio[BOARD["strip"]["gpio"]].add_listener(begun)
        pico.say(Light(0, True, 0, frame))
        await pico.talk(session, lambda: len(sizes) > 0, 2.0)
        assert sizes == [PIXELS]  # not broken in two, though USB is busy meanwhile

        pico.say(Light(0, True, 0, frame), Bye(0))  # in one piece of data
        await pico.talk(session, lambda: pico.strip.pixels == [(0, 0, 0)] * PIXELS, 2.0)
