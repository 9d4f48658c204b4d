"""Which cases `make test-all` tries, and which are left to `make long`."""

from collections.abc import Sequence

import pytest


def some(cases: Sequence[object], number: int) -> list[object]:
    """The cases of a parametrized test: so many are slow, and the others long."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.slow if at < number else pytest.mark.long,
        )
        for at, case in enumerate(cases)
    ]
