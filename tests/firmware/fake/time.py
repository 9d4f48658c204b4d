"""Time, in a hurry: so many times as quick as real time as `HASTE` says."""

import os

import utime
from utime import sleep_ms, sleep_us, ticks_diff

HASTE = int(os.getenv("HASTE"))

__all__ = ["sleep_ms", "sleep_us", "ticks_diff", "ticks_ms", "ticks_us"]


def ticks_ms() -> int:
    return utime.ticks_ms() * HASTE


def ticks_us() -> int:
    return utime.ticks_us() * HASTE
