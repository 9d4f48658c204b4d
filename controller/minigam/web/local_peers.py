"""Finds which local user opened a TCP connection.

Linux knows which user has made a TCP socket. A proxy runs as a user of its own, so that shows it
apart from the browser or script of the person who runs the board, whatever it sends or leaves out.
The kernel is asked for one socket by its two ends (sock_diag(7)), which takes no longer where
guests have opened thousands. Where it cannot be asked so, its whole list is read (proc(5),
/proc/net/tcp).
"""

import os
import pwd
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

TABLES = {4: Path("/proc/self/net/tcp"), 6: Path("/proc/self/net/tcp6")}
"""By the version of the Internet protocol."""
_USER_COLUMN, _INODE_COLUMN = 4, 6
"""Behind the two addresses: state, queues, timer, retransmissions, user, timeouts, inode."""
_CLOSED = 0
"""The inode of a socket that no program has any more; the kernel then lists root as its user."""
_SOCK_DIAG, _BY_FAMILY, _REQUEST = 4, 20, 1
"""NETLINK_SOCK_DIAG, SOCK_DIAG_BY_FAMILY and NLM_F_REQUEST of the kernel's headers."""
_HEADER = struct.Struct("=IHHII")
"""nlmsghdr: length, type, flags, number, port."""
_ENDS = struct.Struct("!HH16s16s")
"""The first part of inet_diag_sockid: the two ports, the two addresses."""
_QUESTION = struct.Struct("=4BI48s")
"""inet_diag_req_v2: family, protocol, extensions, padding, states, inet_diag_sockid."""
_ANSWER = struct.Struct("=4B48s5I")
"""inet_diag_msg: as above without the states; timer, two queues, user and inode after it."""
_ANY_SOCKET = bytes(4) + b"\xff" * 8
"""The last part of inet_diag_sockid: on any network card, whatever its cookie."""
_EVERY_STATE = 0xFFFFFFFF


class End(NamedTuple):
    """One end of a connection."""

    address: str
    port: int


def _ask_kernel(question: bytes) -> bytes:
    """Its answer to one message. Raises `OSError` where it does not answer such questions."""
    kind = socket.SOCK_RAW | socket.SOCK_NONBLOCK
    with socket.socket(socket.AF_NETLINK, kind, _SOCK_DIAG) as kernel:
        kernel.send(question)
        return kernel.recv(4096)


def user_of(
    peer: End,
    own: End,
    read: Callable[[Path], str] = Path.read_text,
    ask: Callable[[bytes], bytes] = _ask_kernel,
) -> int | None:
    """The number of the user whose socket `peer` is, connected to `own`; None if nobody knows.

    >>> def silent(question): raise OSError("not this kernel")
    >>> line = "0: 0100007F:C350 0100007F:1F90 01 0:0 0:0 0  1000 0 42"  # 42: its inode
    >>> user_of(End("127.0.0.1", 50000), End("127.0.0.1", 8080), lambda _: line, silent)
    1000
    """
    for find in (partial(_answered, peer, own, ask), partial(_listed, peer, own, read)):
        with suppress(OSError, ValueError):
            user, inode = find()
            return None if inode == _CLOSED else user
    return None


def _answered(peer: End, own: End, ask: Callable[[bytes], bytes]) -> tuple[int, int]:
    """User and inode of one socket. Raises `OSError` or `ValueError` where nobody says."""
    one, other = ip_address(peer.address), ip_address(own.address)
    family = socket.AF_INET if one.version == 4 else socket.AF_INET6
    ends = _ENDS.pack(peer.port, own.port, one.packed, other.packed)
    wanted = _QUESTION.pack(family, socket.IPPROTO_TCP, 0, 0, _EVERY_STATE, ends + _ANY_SOCKET)
    length = _HEADER.size + len(wanted)
    answer = ask(_HEADER.pack(length, _BY_FAMILY, _REQUEST, 0, 0) + wanted)
    if len(answer) < _HEADER.size + _ANSWER.size:
        raise ValueError("expected a socket, got an error")
    *_, found, _, _, _, user, inode = _ANSWER.unpack_from(answer, _HEADER.size)
    if not found.startswith(ends):  # one that only waits at that port, for anybody
        raise ValueError("expected the socket with these two ends, got another")
    return user, inode


def _listed(peer: End, own: End, read: Callable[[Path], str]) -> tuple[int, int]:
    """User and inode of one socket. Raises `OSError` or `ValueError` where it is not listed."""
    found = read(TABLES[ip_address(peer.address).version])
    _, _, rest = found.partition(f"{_hex(peer)} {_hex(own)} ")
    columns = rest.partition("\n")[0].split()
    if len(columns) <= _INODE_COLUMN:
        raise ValueError("expected such a connection in the kernel's list, got none")
    return int(columns[_USER_COLUMN]), int(columns[_INODE_COLUMN])


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
