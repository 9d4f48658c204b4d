"""The section of a version in CHANGELOG.md."""

import re


def section(text: str, version: str) -> str | None:
    """A version's section with its heading; None where there is none, or none with a date.

    >>> text = "# Changelog\\n\\n## 0.2.0 (2027-01-05)\\n\\n- More.\\n\\n## 0.1.0 (unreleased)\\n"
    >>> section(text, "0.2.0")
    '## 0.2.0 (2027-01-05)\\n\\n- More.\\n'
    >>> section(text, "0.1.0")
    """
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d{{2}}-\d{{2}}\)$"
    found = re.search(rf"{heading}.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return f"{found[0].rstrip()}\n" if found else None
