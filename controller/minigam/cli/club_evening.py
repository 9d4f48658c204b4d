"""`minigam club run`: the service of a club's evening, with its pages."""

import argparse
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

from minigam.cli.network_options import add_broker_files, add_listen
from minigam.daemon.board_secrets import load_password
from minigam.remote.broker import Broker, Certificates, parse_broker
from minigam.remote.club.extra import need_extra
from minigam.remote.names import check_name

DEFAULT_PORT = 8100
SERVICE = "club"
"""The service's name at a broker that wants no user."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments beside the folder."""
    text = "the club's MQTT broker: mqtts://[USER@]HOST[:PORT]; the user has the role club"
    command.add_argument("--broker", metavar="ADDRESS", required=True, help=text)
    add_broker_files(command, "the service's")
    text = "the pages' port (default: %(default)s)"
    command.add_argument("--port", type=_port, default=DEFAULT_PORT, help=text)
    add_listen(command, "let the hall's screen and the director be elsewhere in the network")


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a port from 1 to 65535, got {text!r}")


def run(folder: Path, options: argparse.Namespace) -> None:
    """Serve an evening until Ctrl-C."""
    broker = _broker(options)
    name = check_name(broker.user or SERVICE, "a user's name")
    need_extra()
    import asyncio  # heavy, as is all that serves: not for the help

    from minigam.daemon.http_port import addresses, bound_port, names_here, serving
    from minigam.remote.club.run_evening import EveningPlan, run_evening
    from minigam.remote.club.web.director_pin import DirectorPin
    from minigam.web.connections import Connections

    where = addresses(options.port, options.listen)

    def say(pin: DirectorPin) -> None:
        director = re.sub(r"/(?=,|$)", "/director", where)
        print(f"the hall's page: {where}")
        print(f"the director's page: {director}, PIN {pin.words}", flush=True)

    with bound_port(options.port, options.listen) as doors:
        everybody_is_a_guest = Connections(user_of=lambda _peer, _own: None)
        pages = partial(serving, connections=everybody_is_a_guest, doors=doors)
        asyncio.run(run_evening(EveningPlan(folder, broker, name, names_here()), pages, say))


def _broker(options: argparse.Namespace) -> Broker:
    """Which broker, and who the service is there; raise `BrokerError` for what cannot be used."""
    files = Certificates(options.broker_ca, options.broker_certificate, options.broker_key)
    broker = replace(parse_broker(options.broker), certificates=files)
    if options.broker_password_file is None:
        return broker
    return broker.with_login(SERVICE, load_password(options.broker_password_file))
