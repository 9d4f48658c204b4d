// The player's half of a frame for a lane with a button: its screws and its room are others.

include <lane-frame.scad>

buttons = true;
