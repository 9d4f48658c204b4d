"""What a Pico does from its start on: it scans, lights, and talks with the controller.

The watchdog starts it again when it hangs.
"""

import micropython

micropython.kbd_intr(-1)  # first of all: a 3 in a frame that comes now is no Ctrl-C

WATCHDOG_MS = 2000


def parts(board: dict) -> tuple:
    """Settings, scanner and strip; without any where the settings make no sense."""
    from scan import Scanner
    from settings import BARE
    from strip import Strip

    try:
        return board, Scanner(board), Strip(board["strip"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return parts(BARE)


def run() -> None:
    """Play, for ever."""
    import time

    import machine
    from clock import Clock
    from debounce import Debouncer
    from device import Device
    from port import Port, start_with_prompt
    from settings import load

    port = Port()
    board, scanner, strip = parts(load())
    clock = Clock(time.ticks_ms)
    debouncer = Debouncer(scanner.inputs + 1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while not debouncer.take(scanner.read(), clock.now()):
        watchdog.feed()  # until the first levels are certain there is nothing to say
    restarted = machine.reset_cause() == machine.WDT_RESET
    levels = debouncer.levels
    device = Device(board, levels[:-1], strip, restarted, clock.now())
    device.sense(levels[:-1], scanner.fault(levels), clock.now())  # it may be broken already
    while not device.prompt_wanted:
        watchdog.feed()
        device.receive(port.read(), clock.now())
        if debouncer.take(scanner.read(), clock.now()):
            levels = debouncer.levels
            device.sense(levels[:-1], scanner.fault(levels), clock.now())
        port.write(device.due(clock.now()))
    port.write(device.due(clock.now()))
    start_with_prompt()


def start() -> None:
    """Serve, or leave the Pico to the prompt."""
    from port import prompt_wanted

    if not prompt_wanted():
        run()


start()
