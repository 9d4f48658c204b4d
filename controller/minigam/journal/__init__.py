"""What was decided in every game, on disk before anyone sees it."""
