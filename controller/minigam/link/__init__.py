"""The conversation between the controller and a Pico, without the wire.

`hardware/PROTOCOL.md` is the promise that both sides keep.
"""
