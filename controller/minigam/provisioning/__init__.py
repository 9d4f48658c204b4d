"""The first set-up of a board: its own access point, the page there, and `minigam.toml`."""
