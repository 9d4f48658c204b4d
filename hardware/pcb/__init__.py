"""Printed circuit boards as data, and the programs that write them as KiCad 9 projects."""
