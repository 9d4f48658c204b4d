"""`needs.py FILE PYTHON`: what of a file in requirements/ is for that Python, such as `3.13`.

pip fetches wheels for another Python, but decides by its own one which lines are for that. It runs
with any Python that has pip, outside a virtual environment too.
"""

import re
import sys
from pathlib import Path

from pip._vendor.packaging.markers import Marker

MARKED = re.compile(
    r"^(?P<pin>\S+==\S+) ; (?P<marker>.+?) \\\n(?P<hashes>(?:    --hash=.+\n)+)", re.MULTILINE
)


def for_python(text: str, version: str) -> str:
    """The same without the lines for other Pythons."""
    there = {"python_version": version, "python_full_version": f"{version}.0"}

    def plain(found: re.Match[str]) -> str:
        meant = Marker(found["marker"]).evaluate(there)
        return f"{found['pin']} \\\n{found['hashes']}" if meant else ""

    return MARKED.sub(plain, text)


if __name__ == "__main__":
    print(for_python(Path(sys.argv[1]).read_text("ascii"), sys.argv[2]), end="")
