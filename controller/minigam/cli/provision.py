"""`minigam provision`: the first set-up, by a phone in the board's own network or by a file."""

import argparse
import os
import secrets
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from minigam.cli.common import add_port
from minigam.drivers.systemd import SystemdNotifier
from minigam.errors import ProgramError
from minigam.pairing.ceremony import fresh_code
from minigam.provisioning.boards import real_boards
from minigam.provisioning.choices import Choices, Offered
from minigam.web.language import Languages

STATE = Path("/var/lib/minigam-setup")
OWN_OPTIONS = Path("/etc/minigam/options")
REQUEST = Path("/run/minigam/setup-request")
OFFERED = "offered"
"""In the state folder: the setup network was on once, or a file named another, and it is not made
again by itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    text = "apply this minigam.toml, if it is there and was changed; make no network"
    parser.add_argument("--file", type=Path, metavar="FILE", help=text)
    text = "make the setup network also where the board has been set up"
    parser.add_argument("--again", action="store_true", help=text)
    text = "where the choices are kept (default: the service's folder)"
    parser.add_argument("--state", type=Path, metavar="DIR", help=text)
    add_port(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    state = options.state or Path(os.environ.get("STATE_DIRECTORY", STATE))
    if options.file:
        if not options.file.exists():
            SystemdNotifier().ready()
            print(f"{options.file} is not there: nothing to set up")
            return 0
    elif not (options.again or REQUEST.exists()) and (reason := _set_up(state)):
        print(f"nothing to do: {reason}; --again makes the setup network all the same")
        return 0
    import asyncio  # heavy, as is what follows

    _need_dbus()
    if options.file:
        return asyncio.run(_from_file(options.file, state))
    return asyncio.run(_by_phone(options.again or REQUEST.exists(), state, options.port))


def _set_up(state: Path) -> str:
    """Why no setup network is needed; an empty text where one may be."""
    if OWN_OPTIONS.exists():
        return f"{OWN_OPTIONS} has the board's options"
    if (state / OFFERED).exists():
        return "the board was set up, or nobody wanted to"
    return ""


def _need_dbus() -> None:
    """Raise `ProgramError` where the library is not installed, as on no Pi."""
    if find_spec("dbus_fast") is None:
        raise ProgramError("expected the package dbus-fast, found none: install minigam[pi]")


def _offered() -> Offered:
    return Offered([each.tag for each in Languages()], list(real_boards()))


async def _from_file(path: Path, state: Path) -> int:
    from minigam.provisioning.boot_file import BootFile, apply_file
    from minigam.provisioning.machine import LocalMachine
    from minigam.provisioning.network_manager import NetworkManager

    service = SystemdNotifier()
    networks = await NetworkManager.connect()
    machine = LocalMachine(state, networks.bus)

    def ready(choices: Choices) -> None:
        """The daemon may start. With a Wi-Fi to join, no setup network is made after that."""
        if choices.wifi is not None:
            (state / OFFERED).touch()
        service.ready()

    try:
        applied = await apply_file(BootFile(path, state), _offered(), machine, networks, ready)
    finally:
        service.ready()  # whatever is wrong with the file, the board plays
        networks.bus.close()
    print(f"{path} was applied" if applied else f"{path} asks for nothing new: nothing to do")
    return 0


async def _by_phone(asked: bool, state: Path, port: int) -> int:
    from minigam.provisioning.code_lights import DaemonLights
    from minigam.provisioning.machine import MACHINE_ID, LocalMachine, setup_name
    from minigam.provisioning.network_manager import NetworkManager
    from minigam.provisioning.portal import serve_portal
    from minigam.provisioning.provisioner import Provisioner

    networks = await NetworkManager.connect()
    try:
        if not asked and await networks.is_online():
            print("nothing to do: this machine is in a network")
            return 0
        if not asked and not await networks.has_wifi():
            print("nothing to do: this machine has no Wi-Fi")
            return 0
        name = setup_name(MACHINE_ID.read_text("ascii").strip())
        languages = list(Languages())
        serve = partial(serve_portal, boards=real_boards(), languages=languages, board_port=port)
        provisioner = Provisioner(
            name,
            fresh_code(secrets.randbelow),
            networks,
            LocalMachine(state, networks.bus),
            DaemonLights(port, name),
            serve,
            time.monotonic,
        )
        choices = await provisioner.run()
    finally:
        networks.bus.close()
    (state / OFFERED).touch()
    print("the board is set up" if choices else "nobody has set the board up")
    return 0
