"""minigam turns a wooden board into a smart one."""

__version__ = "0.1.0"
