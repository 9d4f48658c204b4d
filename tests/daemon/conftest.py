"""Tests of a daemon may be coroutines, and start it."""

from tests.daemon.serving import manager, start
from tests.web.coroutines import pytest_pyfunc_call

__all__ = ["manager", "pytest_pyfunc_call", "start"]
