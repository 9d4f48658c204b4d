"""Runs an evening's service: its connection to the broker, its pages, and its file."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from aiohttp import web

from minigam.errors import ClubStoreError
from minigam.remote.backoff import waits
from minigam.remote.broker import Broker
from minigam.remote.broker_connection import BrokerConnection, Place
from minigam.remote.club.club_service import SUBSCRIBED, ClubService
from minigam.remote.club.web.club_server import ClubServer
from minigam.remote.club.web.director_pin import DirectorPin, director_pin
from minigam.remote.game_log import LogBook
from minigam.remote.outbox import Outbox
from minigam.remote.topics import ClubTopics

ASK_SECONDS = 20.0
"""Between two questions to a board for what may have been lost on the way."""


Serving = Callable[[web.AppRunner], AbstractAsyncContextManager[None]]
"""Serves an application while the block lasts."""


@dataclass(frozen=True)
class EveningPlan:
    """What an evening's service is started with."""

    folder: Path
    broker: Broker
    name: str
    """Of the service at the broker."""
    names: Sequence[str] = ()
    """What others may call this machine."""


async def run_evening(
    plan: EveningPlan, serving: Serving, say: Callable[[DirectorPin], None]
) -> None:
    """Serve until the process is ended by SIGINT or SIGTERM.

    `serving`: serves the pages; `say`: called once, with the director's PIN.
    Raises as `ClubService` does.
    """
    try:
        plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise ClubStoreError(f"the folder {plan.folder} cannot be used: {fault}") from None
    pin = director_pin(plan.folder)
    topics = ClubTopics(plan.name)
    outbox = Outbox(LogBook(), f"{topics.root}/log", _no_signature)
    service = ClubService(plan.folder, topics, outbox)
    try:
        async with serving(ClubServer(service, pin, plan.names).runner()):
            say(pin)
            await _until_ended(plan, topics, outbox, service)
    finally:
        service.close()


def _no_signature(_text: bytes) -> str:
    """A club has no log of its own."""
    raise AssertionError("expected no log of a club")


async def _until_ended(
    plan: EveningPlan, topics: ClubTopics, outbox: Outbox, service: ClubService
) -> None:
    place = Place(plan.broker, topics, SUBSCRIBED)
    tries = partial(waits, random.random)
    connection = BrokerConnection(place, outbox, service.received, tries, apart_seconds=0.0)
    connection.on_connected, connection.on_lost = service.connected, service.lost
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    works = [
        asyncio.create_task(work) for work in (connection.run(), _ask_again(service), ended.wait())
    ]
    try:
        done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
        for work in done:
            work.result()
    finally:
        for work in works:
            work.cancel()
        await asyncio.wait(works)


async def _ask_again(service: ClubService) -> None:
    while True:
        await asyncio.sleep(ASK_SECONDS)
        service.ask_all()
