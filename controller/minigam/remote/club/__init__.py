"""A club's evening: players, pairings, results, standings, its file and its exports."""
