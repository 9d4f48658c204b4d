"""The fakes are modules for MicroPython."""

collect_ignore = ["fake"]
