// A channel for points of five places.

include <channel.scad>

places = 5;
