"""How often visitors may ask, and who counts as one of them."""

from ipaddress import IPv6Address, ip_address

from minigam.token_bucket import TokenBucket

PHONE = TokenBucket(30.0, 12.0)
"""A paired phone: more than a hand can touch."""
STRANGER = TokenBucket(40.0, 1.0)
READER = TokenBucket(400.0, 20.0)
"""Who only reads: some pages opened one after the other, of thirty files each."""
IPV6_NETWORK_BITS = 64
"""One machine may have all the addresses of such a network."""


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
