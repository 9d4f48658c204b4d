"""Asks for the setup network: the file that `systemd/minigam-setup.path` waits for."""

import logging
import os
import time
from collections.abc import Mapping
from pathlib import Path

log = logging.getLogger(__name__)

NAME = "setup-request"


def request_setup(environment: Mapping[str, str] = os.environ) -> None:
    """Write the request into the service's runtime folder; elsewhere the log says how to go on.

    `environment`: where systemd has left that folder. What a file has in it means nothing.
    """
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        log.warning("this is no service: run minigam provision --again for the setup network")
        return
    try:
        (Path(folder) / NAME).write_text(f"{time.monotonic()}\n", "ascii")
    except OSError as fault:
        log.warning("the setup network could not be asked for: %s", fault.strerror)


def forget_request(environment: Mapping[str, str] = os.environ) -> None:
    """Delete the request: the setup network's code is shown or hidden."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if folder:
        (Path(folder) / NAME).unlink(missing_ok=True)
