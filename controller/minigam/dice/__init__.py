"""Fair throws that anyone can check afterwards. How and why: `docs/dice.md`."""
