"""Sends announcements to the page and to the board's speaker."""

from __future__ import annotations

from collections import deque
from typing import Any

from minigam.daemon.settings import Settings
from minigam.drivers.speech import Speech, find_espeak
from minigam.errors import ProgramError
from minigam.table.announcements import Spoken, Tone, spoken
from minigam.table.state import State
from minigam.web.language import Languages
from minigam.words import Language, joined, wordings

NO_ESPEAK = "espeak-ng is not installed: sudo apt install espeak-ng, or leave --speech out"
KEPT = 8
"""So many are kept for pages that miss a snapshot."""


def voice_of(tag: str | None, aloud: bool) -> Voice:
    """A voice in a language; `aloud`: the board itself speaks too.

    Raise `UnknownNameError` for a language that has no file, `ProgramError` without espeak-ng.
    """
    language = Languages().named(tag).language
    if not aloud:
        return Voice(language, None)
    program = find_espeak()
    if program is None:
        raise ProgramError(NO_ESPEAK)
    return Voice(language, Speech(program, language.tag))


class Voice:
    """Follows one table."""

    def __init__(self, language: Language, speech: Speech | None) -> None:
        """`speech`: the board's own voice, where it has one."""
        self._language = language
        self._speech = speech
        self._state: State | None = None
        self._number = 0
        self._said: deque[tuple[int, Spoken]] = deque(maxlen=KEPT)

    async def run(self) -> None:
        """Speak, where the board does."""
        if self._speech:
            await self._speech.run()

    def handle(self, state: State, settings: Settings) -> None:
        """The game has moved on, or the settings have changed."""
        self._language = settings.reading(self._language)
        news = spoken(self._state, state)
        self._state = state
        if news:
            self._announce(news)

    def complain(self, text: str) -> None:
        """Something has stopped the game."""
        self._announce(Spoken(Tone.REFUSED, joined([text])))

    def _announce(self, news: Spoken) -> None:
        self._number += 1
        self._said.append((self._number, news))
        if self._speech and news.text:
            self._speech.say(self._language.say(news.text), at_once=news.at_once)

    def said(self) -> list[dict[str, Any]]:
        """The last of it for a page, oldest first, as plain JSON values."""
        return [{"number": number, **_plain(news)} for number, news in self._said]


def _plain(news: Spoken) -> dict[str, Any]:
    tone = news.tone.value if news.tone else None
    return {"tone": tone, **wordings(news.text), "at_once": news.at_once}
