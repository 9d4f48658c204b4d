"""Fixtures of the first set-up's tests, which may be coroutines."""

import pytest

from tests.daemon.serving import start
from tests.e2e.daemon import free_port
from tests.web.coroutines import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call", "start"]


@pytest.fixture(name="port")
def _port() -> int:
    return free_port()
