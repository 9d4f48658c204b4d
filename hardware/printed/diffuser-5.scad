// Diffusers for points of five places.

include <diffuser.scad>

places = 5;
