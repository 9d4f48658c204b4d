"""The games, pure: positions, rule sets as data, legal plays, results, notation."""
