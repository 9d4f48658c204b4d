"""A voice over a program on PATH: a false one that notes what it is told, and the real one."""

import asyncio
import logging
import os
import shutil
import subprocess
import wave
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from minigam.drivers.speech import PROGRAM, Speech, find_espeak
from tests.beside import beside

PATIENCE_SECONDS = 20.0
NOTING = """#!/bin/sh
text=$(cat)
echo "$* <$text>" >> "{notes}"
case "$text" in long*) exec sleep 60 ;; esac
"""
FAILING = "#!/bin/sh\ncat > /dev/null\necho x >> '{notes}'\nexit 3\n"


def program(folder: Path, script: str) -> str:
    """A program of that name that is found first."""
    path = folder / PROGRAM
    path.write_text(script.format(notes=folder / "notes"))
    path.chmod(0o755)
    return str(path)


async def noted(folder: Path, count: int) -> list[str]:
    """What the program was told, once that is so much."""
    while True:
        notes = folder / "notes"
        lines = notes.read_text().splitlines() if notes.exists() else []
        if len(lines) >= count:
            return lines
        await asyncio.sleep(0.01)


def told(folder: Path, speech: Speech, *turns: Callable[[Speech], None]) -> list[str]:
    """What the program was told, when each turn has waited for the one before to be told."""

    async def speak() -> list[str]:
        lines = list[str]()
        async with beside(speech.run(), PATIENCE_SECONDS):
            for count, turn in enumerate(turns, 1):
                turn(speech)
                lines = await noted(folder, count)
        return lines

    return asyncio.run(speak())


def saying(text: str) -> Callable[[Speech], None]:
    return lambda speech: speech.say(text)


def test_it_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_espeak() is None
    path = program(tmp_path, NOTING)
    assert find_espeak() == path


def test_a_text_is_spoken_in_a_language(tmp_path: Path) -> None:
    speech = Speech(program(tmp_path, NOTING), "de")
    lines = told(tmp_path, speech, saying("-x Weiß würfelt 5 und 2."))
    assert lines == ["-v de --stdin <-x Weiß würfelt 5 und 2.>"]


def test_what_is_overtaken_is_never_said(tmp_path: Path) -> None:
    def overtake(speech: Speech) -> None:
        speech.say("second")
        speech.say("third")
        speech.say("a touch", at_once=True)

    lines = told(tmp_path, Speech(program(tmp_path, NOTING), "en"), saying("long story"), overtake)
    assert [line.partition("<")[2] for line in lines] == ["long story>", "a touch>"]


def test_a_program_that_hangs_is_given_up(tmp_path: Path) -> None:
    speech = Speech(program(tmp_path, NOTING), "en", seconds=0.2)
    assert len(told(tmp_path, speech, saying("long story"), saying("text"))) == 2


def test_a_program_that_fails_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        told(tmp_path, Speech(program(tmp_path, FAILING), "en"), *[saying("text")] * 3)
    assert len(caplog.messages) == 1
    assert caplog.messages[0].endswith("does not speak: it ends with 3")


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    told(tmp_path, Speech(program(tmp_path, NOTING), "en"), saying("long story"))
    assert str(tmp_path).encode() not in b"".join(commands_of_processes())


def commands_of_processes() -> Iterator[bytes]:
    """Of all that run; a bare system has no `ps`."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            yield file.read_bytes()


@pytest.mark.espeak
@pytest.mark.parametrize("voice", ["en", "de"])
def test_the_real_program_is_not_silent(voice: str, tmp_path: Path) -> None:
    found = shutil.which(PROGRAM)
    assert found is not None
    file = tmp_path / "said.wav"
    command = [found, "-v", voice, "--stdin", "-w", str(file)]
    subprocess.run(command, input="5, 2", text=True, check=True, env={**os.environ})
    with wave.open(str(file)) as sound:
        samples = sound.readframes(sound.getnframes())
        assert sound.getnframes() > sound.getframerate() // 2
    assert max(samples) > 0
