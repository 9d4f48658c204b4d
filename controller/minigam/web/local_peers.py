"""Whose program is at the other end of a connection within this machine.

Linux lists for each TCP socket the user who has made it (proc(5), /proc/net/tcp). So a proxy, which
runs as a user of its own, is told from the browser or script of the person who runs the board,
whatever it says or leaves out.
"""

from __future__ import annotations

import os
import pwd
import struct
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

TABLES = {4: Path("/proc/self/net/tcp"), 6: Path("/proc/self/net/tcp6")}
"""By the version of the Internet protocol."""
_USER_COLUMN, _INODE_COLUMN = 4, 6
"""Behind the two addresses: state, queues, timer, retransmissions, user, timeouts, inode."""
_CLOSED = "0"
"""The inode of a socket that no program has any more; the kernel then lists root as its user."""


class End(NamedTuple):
    """One end of a connection."""

    address: str
    port: int


def user_of(peer: End, own: End, read: Callable[[Path], str] = Path.read_text) -> int | None:
    """The number of the user whose socket `peer` is, connected to `own`; None if nobody knows.

    >>> line = "0: 0100007F:C350 0100007F:1F90 01 0:0 0:0 0  1000 0 42"  # 42: its inode
    >>> user_of(End("127.0.0.1", 50000), End("127.0.0.1", 8080), lambda _: line)
    1000
    """
    try:
        version = ip_address(peer.address).version
        found = read(TABLES[version])
        ends = f"{_hex(peer)} {_hex(own)} "
    except (OSError, ValueError):
        return None
    _, _, rest = found.partition(ends)
    columns = rest.partition("\n")[0].split()
    if len(columns) <= _INODE_COLUMN or columns[_INODE_COLUMN] == _CLOSED:
        return None
    return int(columns[_USER_COLUMN])


def _hex(end: End) -> str:
    """An end as the kernel writes it: words of four bytes in the machine's own order.

    >>> _hex(End("::1", 80))
    '00000000000000000000000001000000:0050'
    """
    packed = ip_address(end.address).packed
    words = struct.unpack(f"={len(packed) // 4}I", packed)
    return "".join(f"{word:08X}" for word in words) + f":{end.port:04X}"


def is_trusted(user: int) -> bool:
    """Whether a user may do what the one may who runs this program: the same, or of their group.

    >>> is_trusted(os.geteuid())
    True
    """
    if user == os.geteuid():
        return True
    try:
        found = pwd.getpwuid(user)
    except KeyError:
        return False
    return os.getegid() in os.getgrouplist(found.pw_name, found.pw_gid)
