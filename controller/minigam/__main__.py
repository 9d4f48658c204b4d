"""`python -m minigam` is the same as the command `minigam`."""

from minigam.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
