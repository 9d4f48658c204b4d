"""How often visitors may ask. Pure: time is passed in, in seconds."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True)
class Rate:
    """So many at once, and then so many a second."""

    at_once: float
    a_second: float


PHONE = Rate(30.0, 12.0)
"""A paired phone: more than a hand can touch."""
STRANGER = Rate(40.0, 1.0)
READER = Rate(400.0, 20.0)
"""Who only reads: some pages opened one after the other, of thirty files each."""
MOST_VISITORS = 256
IPV6_NETWORK_BITS = 64
"""One machine may have all the addresses of such a network."""


class RateLimiter:
    """Counts the requests of each visitor.

    >>> limits = RateLimiter()
    >>> [limits.wait("phone", Rate(2, 1), now) for now in (0.0, 0.0, 0.0, 1.0)]
    [0.0, 0.0, 1.0, 0.0]
    """

    def __init__(self, most: int = MOST_VISITORS) -> None:
        """`most`: how many visitors are remembered."""
        self._most = most
        self._full_at: dict[str, float] = {}
        """When each visitor may do all at once again."""

    def wait(self, visitor: str, pace: Rate, now: float) -> float:
        """0 if this request is one that the pace allows; else for how many seconds to wait."""
        full_at = max(self._full_at.pop(visitor, 0.0), now)
        early = full_at - now - (pace.at_once - 1) / pace.a_second
        self._full_at[visitor] = full_at if early > 0 else full_at + 1 / pace.a_second
        if len(self._full_at) > self._most:
            del self._full_at[min(self._full_at, key=self._full_at.__getitem__)]
        return max(0.0, early)


def is_loopback(address: str) -> bool:
    """Whether that is this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.7"), is_loopback("")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def whose(address: str) -> str:
    """Whom an address is counted for: itself, or its IPv6 network.

    >>> whose("192.168.1.7"), whose("fe80::1%eth0"), whose("?")
    ('192.168.1.7', 'fe80::', '?')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    host_bits = found.max_prefixlen - IPV6_NETWORK_BITS
    return str(IPv6Address(int(found) >> host_bits << host_bits))
