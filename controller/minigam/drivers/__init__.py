"""The only room that touches hardware and threads. Each part stands behind a port of `ports`."""
