"""Tests of the page's server may be coroutines."""

from tests.web.coroutines import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
