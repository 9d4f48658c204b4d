// The window of four dice, for games that play doubles four times.

include <dice-window.scad>

faces = 4;
