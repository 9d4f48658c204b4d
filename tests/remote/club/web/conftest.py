"""Coroutines as tests."""

from tests.web.coroutines import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
