"""A bit on the WS2812's wire, for a PIO state machine of the RP2040.

Source: Worldsemi WS2812B data sheets: a bit takes 1.25 us. The older sheet wants a zero to be high
for 0.25 to 0.55 us of it, newer ones for 0.22 to 0.38 us; a one for 0.65 to 0.95 us, or 0.58 us and
more. Here they are high for 0.3125 and 0.8125 us.
"""

import rp2

BIT_HZ = 800_000
STEPS = 20
"""Steps of the state machine in a bit."""


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def ws2812() -> None:
    """Low for 7 steps, high for 5; then for 8 high for a one, low for a zero."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[6]
    jmp(not_x, "zero").side(1)[4]
    jmp("bit").side(1)[7]
    label("zero")
    nop().side(0)[7]
    wrap()
