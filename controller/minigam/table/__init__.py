"""One game at the table, pure: events in, state and effects out."""
