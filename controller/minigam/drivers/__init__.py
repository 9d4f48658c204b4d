"""Hardware, threads and other programs, and their simulated versions; protocols in `interfaces`."""
