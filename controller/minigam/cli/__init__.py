"""The commands, one file each, and the tools that only they use."""
