"""Stores every action in SQLite before anyone sees its effect; backup and verification."""
