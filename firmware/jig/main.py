"""What a jig does from its start on: it watches a strip's wire, and does what it is asked.

The watchdog starts it again when it hangs; then it has released all pins.
"""

import micropython

micropython.kbd_intr(-1)  # first of all: a 3 in a frame that comes now is no Ctrl-C

WATCHDOG_MS = 2000
NAME = "pico"
STRIP = 22
METER, SDA, SCL = 1, 26, 27
"""I2C1."""
DRIVES = tuple(pin for pin in range(29) if not STRIP <= pin <= SCL)
"""GP0 to GP21, and GP28; 23 to 25 do not come out of a Pico."""


def run() -> None:
    """Serve, for ever."""
    import time

    import machine
    from clock import Clock
    from device import Device
    from ina219 import Meter
    from pins import Pins
    from port import Port, start_with_prompt
    from wire import Wire

    port = Port()
    clock = Clock(time.ticks_us)
    wire = Wire(STRIP, clock)
    bus = machine.I2C(METER, sda=machine.Pin(SDA), scl=machine.Pin(SCL), freq=400_000)
    device = Device(NAME, Pins(DRIVES, clock), wire, Meter(bus))
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while not device.prompt_wanted:
        watchdog.feed()
        wire.poll()
        device.receive(port.read(), clock.now() // 1000)
        port.write(device.due(clock.now() // 1000))
    start_with_prompt()


def start() -> None:
    """Serve, or leave the Pico to the prompt."""
    from port import prompt_wanted

    if not prompt_wanted():
        run()


start()
