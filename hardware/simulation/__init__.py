"""The chain, the strip's data line and its supply in ngspice, from the wiring's own data."""
