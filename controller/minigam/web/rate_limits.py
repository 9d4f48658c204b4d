"""How often visitors may ask."""

from ipaddress import ip_address

from minigam.token_bucket import TokenBucket

PHONE = TokenBucket(30.0, 12.0)
"""A paired phone: more than a hand can touch."""
STRANGER = TokenBucket(40.0, 1.0)
READER = TokenBucket(400.0, 20.0)
"""Who only reads: some pages opened one after the other, of thirty files each."""


def is_loopback(address: str) -> bool:
    """Whether that is this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.7"), is_loopback("")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
