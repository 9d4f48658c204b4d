"""Exact values of small games: computes them, stores them in tables, looks them up."""
