"""What every page of minigam asks of browsers, and how it recognises requests of others. Pure."""

import re
from ipaddress import IPv6Address, ip_address

HOST = re.compile(r"([^\s:/?#@\[\]\\]+|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?")
OURSELVES = ("same-origin", "none")
"""What browsers say of a page's own requests, and of an address that was typed (Fetch Metadata)."""
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; frame-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
IPV6_NETWORK_BITS = 64
"""One machine may have all the addresses of such a network."""


def host_name(host: str) -> str | None:
    """The name or address in a `Host` header; None where it has another form.

    See https://www.rfc-editor.org/rfc/rfc9110#name-host-and-authority.

    >>> host_name("[::1]:8080"), host_name("a b")
    ('::1', None)
    """
    found = HOST.fullmatch(host)
    return found.group(1).strip("[]").lower() if found else None


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
