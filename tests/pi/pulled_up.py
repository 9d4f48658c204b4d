"""In an emulated Pi: `pulled_up.py PIN...` gives pins the level of buttons that nobody presses.

QEMU connects nothing to its pins, not even their pull-ups, so that all buttons read as pressed. But
a pin keeps the level that it was driven to last.
"""

import sys

import gpiod
from gpiod.line import Direction, Value

HIGH = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=Value.ACTIVE)
INPUT = gpiod.LineSettings(direction=Direction.INPUT)


def main(pins: list[int]) -> None:
    for settings in (HIGH, INPUT):
        with gpiod.request_lines("/dev/gpiochip0", config={tuple(pins): settings}) as lines:
            levels = lines.get_values()
    assert levels == [Value.ACTIVE] * len(pins), levels


if __name__ == "__main__":
    main([int(pin) for pin in sys.argv[1:]])
