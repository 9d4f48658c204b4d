"""Dice rolls that anyone can verify afterwards: see `docs/dice.md`."""
