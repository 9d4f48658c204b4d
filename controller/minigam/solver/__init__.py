"""Exact values of small games: how they are found, kept and asked for."""
