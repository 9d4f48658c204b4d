"""A voice over a program on PATH: a false one that notes what it is told, and the real one."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
import wave
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, suppress
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


def speaking(speech: Speech) -> AbstractAsyncContextManager[None]:
    return beside(speech.run(), PATIENCE_SECONDS)


async def noted(folder: Path, count: int) -> list[str]:
    """What the program was told, once that is so much."""
    while True:
        notes = folder / "notes"
        lines = notes.read_text().splitlines() if notes.exists() else []
        if len(lines) >= count:
            return lines
        await asyncio.sleep(0.01)


def test_it_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_espeak() is None
    path = program(tmp_path, NOTING)
    assert find_espeak() == path


def test_a_text_is_spoken_in_a_language(tmp_path: Path) -> None:
    async def speak() -> list[str]:
        speech = Speech(program(tmp_path, NOTING), "de")
        async with speaking(speech):
            speech.say("-x Weiß würfelt 5 und 2.")
            return await noted(tmp_path, 1)

    assert asyncio.run(speak()) == ["-v de --stdin <-x Weiß würfelt 5 und 2.>"]


def test_what_is_overtaken_is_never_said(tmp_path: Path) -> None:
    async def speak() -> list[str]:
        speech = Speech(program(tmp_path, NOTING), "en")
        async with speaking(speech):
            speech.say("long story")
            await noted(tmp_path, 1)
            speech.say("second")
            speech.say("third")
            speech.say("a touch", at_once=True)
            return await noted(tmp_path, 2)

    told = asyncio.run(speak())
    assert [line.partition("<")[2] for line in told] == ["long story>", "a touch>"]


def test_a_program_that_hangs_is_given_up(tmp_path: Path) -> None:
    async def speak() -> list[str]:
        speech = Speech(program(tmp_path, NOTING), "en", seconds=0.2)
        async with speaking(speech):
            speech.say("long story")
            await noted(tmp_path, 1)
            speech.say("next")
            return await noted(tmp_path, 2)

    assert len(asyncio.run(speak())) == 2


def test_a_program_that_fails_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def speak() -> None:
        speech = Speech(program(tmp_path, FAILING), "en")
        async with speaking(speech):
            for count in (1, 2, 3):
                speech.say("text")
                await noted(tmp_path, count)

    with caplog.at_level(logging.WARNING):
        asyncio.run(speak())
    assert len(caplog.messages) == 1
    assert caplog.messages[0].endswith("does not speak: it ends with 3")


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    async def speak() -> None:
        speech = Speech(program(tmp_path, NOTING), "en")
        async with speaking(speech):
            speech.say("long story")
            await noted(tmp_path, 1)

    asyncio.run(speak())
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
