"""The chain's lines and the strip's data line in ngspice, from the wiring's own data."""
