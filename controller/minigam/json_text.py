"""JSON from elsewhere, read with bounds and refused in words that no version of Python changes."""

import json
from collections import Counter
from typing import Any

from minigam.errors import LONGEST_VALUE, shortened

DEEPEST = 100
"""Levels of lists and objects within each other; what minigam reads has a few."""


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text; raise `ValueError`, saying what is wrong and where, for any other.

    Also for an object that has a name twice, of which Python would take the last value, and for one
    that is nested too deeply: how deep Python itself can read and print differs between its
    versions.

    >>> parse_json('{"roll": [5, 2]}')
    {'roll': [5, 2]}
    >>> parse_json('{"roll": 5 2}')
    Traceback (most recent call last):
    ValueError: invalid JSON at line 1, column 12
    >>> parse_json("[" * 101 + "]" * 101)
    Traceback (most recent call last):
    ValueError: nested more than 100 levels deep
    """
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except _NameAgainError as fault:
        raise ValueError(f"every name may be given once, and {fault} is given again") from None
    except json.JSONDecodeError as fault:
        raise ValueError(f"invalid JSON at line {fault.lineno}, column {fault.colno}") from None
    except UnicodeDecodeError as fault:
        raise ValueError(f"no UTF-8 at byte {fault.start + 1}") from None
    except ValueError:  # https://docs.python.org/3/library/stdtypes.html#int-max-str-digits
        raise ValueError("a number has too many digits") from None
    except RecursionError:
        raise ValueError(f"nested more than {DEEPEST} levels deep") from None
    _check_depth(value)
    return value


class _NameAgainError(Exception):
    """An object has a name twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise _NameAgainError(shortened(json.dumps(name), LONGEST_VALUE))
    return found


def _check_depth(value: Any) -> None:
    level = _nesting([value])
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _nesting(outer)]
        if not level:
            return
    raise ValueError(f"nested more than {DEEPEST} levels deep")


def _nesting(outer: dict[str, Any] | list[Any]) -> list[dict[str, Any] | list[Any]]:
    """The lists and objects right within a list or an object."""
    values = outer.values() if isinstance(outer, dict) else outer
    return [value for value in values if isinstance(value, dict | list)]
