"""Options of commands that serve pages or connect to a broker."""

import argparse
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path


def add_listen(parser: argparse.ArgumentParser, what: str) -> None:
    """The option `--listen`: who else may reach the pages. `what`: it permits, in words."""
    parser.add_argument(
        "--listen",
        nargs="?",
        type=address,
        const="0.0.0.0",
        metavar="ADDRESS",
        help=f"{what} (at all addresses, or one)",
    )


def add_broker_files(parser: argparse.ArgumentParser, whose: str) -> None:
    """The options `--broker-...`: files by which a broker is used. `whose`: own certificate."""
    for name, text in (
        ("password-file", "a file with the password for the broker"),
        ("ca", "a file with the authorities that the broker's certificate is checked by"),
        ("certificate", f"{whose} own certificate for the broker, with its key"),
        ("key", "the certificate's key, where it is in a file of its own"),
    ):
        parser.add_argument(f"--broker-{name}", type=Path, metavar="FILE", help=text)


def address(text: str) -> str:
    """One of this machine's addresses; an empty text for all of them."""
    try:
        found = ip_address(text)
        if _is_nobodys(found):
            raise ValueError("an address of many machines, or of none")
    except ValueError:
        message = f"expected one of this machine's IP addresses, got {text!r}"
        raise argparse.ArgumentTypeError(message) from None
    # It means nothing without the name of a network card, as in `fe80::1%eth0`.
    if found.version == 6 and (found.is_link_local or found.scope_id is not None):
        raise argparse.ArgumentTypeError(
            f"expected an address that a browser can open, got {text!r}, which holds for one "
            "network card alone: choose another, or --listen without one for all"
        )
    return "" if found.is_unspecified else str(found)


def _is_nobodys(found: IPv4Address | IPv6Address) -> bool:
    """Whether no machine has it: of a group, of all of them, or kept for later."""
    one = (found.version == 6 and found.ipv4_mapped) or found
    return one.is_multicast or (one.version == 4 and one.is_reserved)
