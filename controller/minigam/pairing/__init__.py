"""Phones that may touch the board: let in by who stands at it, until it is switched off."""
