"""What the state machines do that listen to a WS2812's wire.

Source: Worldsemi WS2812B data sheet: a bit begins with a rise; a zero is high for 0.4 us, a one for
0.8 us, each within 0.15 us. Of the words, see the RP2040 data sheet, section 3.4.
"""

import rp2

READ_HZ = 25_000_000
SILENCE_LOOPS = 625
"""Of two steps: 50 us."""


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=8)
def read() -> None:
    """Push a word a byte, and a word of ones behind a frame; raise flag 4 as one begins.

    Each bit is looked at 0.56 to 0.62 us behind its rise. Y holds `SILENCE_LOOPS`.
    """
    wrap_target()
    wait(1, pin, 0)
    irq(4)
    label("bit")
    nop()[12]
    in_(pins, 1)
    wait(0, pin, 0)
    mov(x, y)
    label("low")
    jmp(pin, "bit")
    jmp(x_dec, "low")
    mov(isr, invert(null))
    push(noblock)
    wrap()


@rp2.asm_pio()
def begin() -> None:
    """Push a word for each flag 4; for what it is good, see `wire.Stamps`."""
    wrap_target()
    wait(1, irq, 4)
    push(noblock)
    wrap()


@rp2.asm_pio()
def width() -> None:
    """Push how long the wire was low, then how long high, and so on.

    X counts down from all ones, every second step: 4 steps and 2 a count while it is low, 3 and 2
    while it is high.
    """
    wrap_target()
    mov(x, invert(null))
    label("low")
    jmp(pin, "rose")
    jmp(x_dec, "low")
    label("rose")
    mov(isr, x)
    push()
    mov(x, invert(null))
    label("high")
    jmp(x_dec, "still")
    label("still")
    jmp(pin, "high")
    mov(isr, x)
    push()
    wrap()
