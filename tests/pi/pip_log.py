"""What pip has built, read from its log; everything else has come as a wheel."""

import re
from collections.abc import Iterable

_BUILT = re.compile(
    r"(?:Building wheel|Running setup.py install) for ([\w.-]+)(?: \(\S+\))?: finished "
    r"with status 'done'"
)
OURS = "minigam"


def built(lines: Iterable[str]) -> list[str]:
    """The packages that were compiled, or put together, by name and each once, without ours.

    >>> built([
    ...     "2026-11-29T15:00:00,000   Downloading rpi_lgpio-0.6-py3-none-any.whl (11 kB)",
    ...     "2026-11-29T15:00:01,000   Building wheel for lgpio (pyproject.toml): started",
    ...     "2026-11-29T15:00:02,000   Building wheel for lgpio (pyproject.toml): finished "
    ...     "with status 'done'",
    ...     "2026-11-29T15:00:03,000   Running setup.py install for rpi-ws281x: finished "
    ...     "with status 'done'",
    ... ])
    ['lgpio', 'rpi-ws281x']
    """
    found = (_BUILT.search(line) for line in lines)
    names = {re.sub(r"[-_.]+", "-", each[1]).lower() for each in found if each}
    return sorted(names - {OURS})
