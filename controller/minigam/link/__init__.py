"""The protocol between the controller and a Pico, without I/O: see `hardware/PROTOCOL.md`."""
