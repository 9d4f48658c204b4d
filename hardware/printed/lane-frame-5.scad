// The frame of a lane of five places, in one piece.

include <lane-frame.scad>

places = 5;
