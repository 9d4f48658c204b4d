"""The rules of the games: positions, legal plays, actions, results and notation."""
