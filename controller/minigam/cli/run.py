"""`minigam run`: the daemon."""

import argparse
from dataclasses import fields
from functools import partial

from minigam.cli.common import add_board, add_data, add_option, add_port, pairs
from minigam.cli.network_options import add_broker_files, add_listen
from minigam.daemon.config import Config
from minigam.errors import BrokerError
from minigam.files.ownership import need_owner
from minigam.remote.board_name import check_board_name
from minigam.rules.clock import FLAGS
from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import DICE_MODES, SEATS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_board(parser)
    parser.add_argument("--rules", choices=list(RULE_SETS), help="the game (default: minigam)")
    add_option(parser)
    parser.add_argument("--white", choices=SEATS, help="who plays white (default: human)")
    parser.add_argument("--black", choices=SEATS, help="who plays black (default: human)")
    parser.add_argument("--hints", action="store_true", help="players may ask for hints")
    text = "say after each play of a person what it gave away"
    parser.add_argument("--teacher", action="store_true", help=text)
    parser.add_argument("--dice", choices=DICE_MODES, help="whose dice (default: electronic)")
    text = "off, usual (2 minutes a point, 12 s a turn), or such as 10:00+12 (default: off)"
    parser.add_argument("--clock", metavar="BANK+DELAY", help=text)
    text = "whose time is over loses the match, or is only announced, with `told` (default: loses)"
    parser.add_argument("--flag", choices=FLAGS, help=text)
    text = "what a point is worth, such as '0.50 EUR': noted, shown and kept until it is changed"
    parser.add_argument("--stake", metavar="STAKE", help=text)
    parser.add_argument(
        "--solve",
        action="store_true",
        help="where the game has no table for perfect play yet, make it meanwhile",
    )
    text = "the language of page and speech, such as de (default: the browser's; speech: en)"
    parser.add_argument("--lang", metavar="TAG", dest="language", help=text)
    text = "the board itself says aloud what happens; needs espeak-ng"
    parser.add_argument("--speech", action="store_true", help=text)
    add_port(parser)
    add_listen(parser, "let others in the network watch, and phones be paired")
    _add_broker(parser)
    add_data(parser)
    parser.set_defaults(trace=None)


def _add_broker(parser: argparse.ArgumentParser) -> None:
    text = "connect to an MQTT broker: mqtts://[USER@]HOST[:PORT] (docs/mqtt.md)"
    parser.add_argument("--broker", metavar="ADDRESS", help=text)
    text = "the board's name there (default: the broker's user, or this machine's name)"
    parser.add_argument(
        "--board-name", metavar="NAME", dest="remote_name", type=_board_name, help=text
    )
    add_broker_files(parser, "the board's")


def _board_name(text: str) -> str:
    try:
        return check_board_name(text)
    except BrokerError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    options.options = pairs(options.option)
    config = Config(**{field.name: getattr(options, field.name) for field in fields(Config)})
    need_owner(config.data_folder)
    import asyncio  # heavy, as is the daemon: not for the help, nor while a shell completes

    from minigam.daemon.app import serve

    return asyncio.run(serve(config, partial(print, flush=True)))
