"""`minigam update`: installs a signed release, at the end of the game."""

import argparse
import os
import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from minigam.cli.common import add_port
from minigam.errors import MinigamError, UpdateError
from minigam.update.install import System, install, this_machine
from minigam.update.names import number_of
from minigam.update.sources import Offer, offer_of
from minigam.update.status import (
    UNDER_WAY,
    Status,
    Step,
    Wanted,
    load_status,
    save_status,
    take_request,
)
from minigam.update.waiting import WAITING, await_end, state_at

HOURS = 12.0
"""A game that goes on for longer is not waited for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = (
        "a release file, a folder with some (such as a USB stick), or a web address "
        "(default: every mounted stick, and the address in /etc/minigam/update.toml)"
    )
    parser.add_argument("where", nargs="?", metavar="WHERE", help=text)
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument(
        "--check", action="store_true", help="only print what is installed and what is offered"
    )
    actions.add_argument("--now", action="store_true", help="do not wait for the end of the game")
    actions.add_argument(
        "--requested",
        action="store_true",
        help="do what the page has asked for; minigam-update.service starts this",
    )
    actions.add_argument(
        "--ended",
        action="store_true",
        help="tell the page that nothing is under way; minigam-update.service ends with this",
    )
    actions.add_argument(
        "--await",
        action="store_true",
        dest="only_waits",
        help="only wait until no game is going on; the installer starts this",
    )
    add_port(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    if options.only_waits:
        ask = partial(state_at, options.port)
        await_end(ask, time.monotonic, time.sleep, HOURS * 3600, _print)
        return 0
    system = System(Path(os.environ.get("ROOT") or "/"))
    if options.requested:
        return _requested(system, options)
    if options.ended:
        return _end(system.root)
    with _offers(system, options.where) as offers:
        if options.check:
            _print(f"installed: {system.number}")
            for offer in offers:
                _print(f"offered: {offer.release.version}, {offer}")
            if not offers:
                _print("offered: nothing")
            return 0
        if not offers:
            where = f"at {options.where}" if options.where else "by a stick or an address"
            raise UpdateError(f"no release is offered {where}")
        install(system, offers, _environment(options), _print)
    return 0


def _offers(system: System, where: str | None) -> AbstractContextManager[list[Offer]]:
    machine = this_machine()
    if not where:
        return system.offers(machine)
    offer = offer_of(where, machine)
    return nullcontext([offer] if offer else [])


def _end(root: Path) -> int:
    """The updater has ended: a step that it was at is not under way any more."""
    status = load_status(root)
    if status is not None and status.step in UNDER_WAY:
        text = "the update was broken off; what was installed before goes on"
        save_status(root, replace(status, step=Step.FAILED, text=text))
    return 0


def _environment(options: argparse.Namespace) -> dict[str, str]:
    """What the installer is asked for: to wait while the page at a port has a game."""
    return {} if options.now else {"WAIT": str(options.port)}


def _print(line: str) -> None:
    print(line, flush=True)


def _requested(system: System, options: argparse.Namespace) -> int:
    """Do what the daemon asks for, and write what becomes of it where it reads it."""
    wanted = take_request(system.root)
    if wanted is None:
        _print("minigam: nothing that can be read was asked for")
        return 0
    report = _Report(system)
    try:
        report.at(Step.CHECKING)
        with system.offers(this_machine()) as offers:
            report.offer = offers[0] if offers else None
            if wanted is Wanted.INSTALL and offers and system.is_newer(offers[0].release):
                install(system, offers, _environment(options), report.line)
                report.at(Step.DONE)
            else:
                report.at(Step.LOOKED)
    except (MinigamError, OSError) as fault:
        report.at(Step.FAILED, str(fault))
        raise
    return 0


class _Report:
    """The status of one request."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.offer: Offer | None = None

    def at(self, step: Step, text: str = "") -> None:
        """Write that this step is reached."""
        offered = self.offer.release.version if self.offer else ""
        installed = number_of(self._system.installed)
        source = str(self.offer) if self.offer else ""
        save_status(self._system.root, Status(step, installed, offered, source, text))

    def line(self, line: str) -> None:
        """Print a line of the installer's, and note how far it is."""
        _print(line)
        self.at(Step.WAITING if WAITING in line else Step.INSTALLING, line)
