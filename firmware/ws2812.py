"""A bit on the WS2812's wire, for a PIO state machine of the RP2040.

Source: Worldsemi WS2812B data sheet: a bit takes 1.25 us; a zero is high for 0.25 us of it here, a
one for 0.875 us (both within the data sheet's 150 ns).
"""

import rp2

BIT_HZ = 800_000
STEPS = 10
"""Steps of the state machine in a bit."""


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def ws2812() -> None:
    """Low for 3 steps, high for 2; then for 5 high for a one, low for a zero."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()
