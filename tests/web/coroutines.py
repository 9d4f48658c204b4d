"""Tests that are coroutines: each has a loop of its own. A folder's `conftest.py` imports it."""

import asyncio
import inspect

import pytest

PATIENCE_SECONDS = 30.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE_SECONDS))
    return True
