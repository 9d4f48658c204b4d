"""The one place that joins drivers, game, journal, dice and screen."""
