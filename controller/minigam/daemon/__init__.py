"""The program that runs a board: connects drivers, game, journal, dice and web server."""
