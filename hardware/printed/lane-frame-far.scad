// The half of a lane's frame away from the player.

include <lane-frame.scad>

half = 1;
