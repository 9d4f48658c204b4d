"""Phones that may touch the board: somebody at the board lets them in, until it is switched off."""
