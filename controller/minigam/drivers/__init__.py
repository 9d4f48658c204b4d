"""Hardware, threads and other programs, and their simulated versions; interfaces in `ports`."""
