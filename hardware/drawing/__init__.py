"""Draws wiring, lists of parts and printed parts from the board profiles: `make drawings`."""
