// The measures of everything that is printed, in mm. Change them here only.

$fn = 48;
layer = 0.2;           // of the printer
clearance = 0.2;       // around whatever goes into a hole

// Checkers
checker_diameter = 27;
checker_height = 7;
magnet_diameter = 10;
magnet_height = 2;

// Places of checkers
pitch_across = 40;     // from point to point: a checker, and the lane of lights beside it
pitch_along = 33;      // from place to place on a point: about a strip's 30 pixels a metre
dish_diameter = 29;    // a shallow dish keeps a checker over its sensor
pilot_diameter = 3;    // the drill that marks the middle of a place

// Dice
pixel_diameter = 10;   // a pixel's round board
pixel_height = 3;      // of that board with its pixel and solder
pixel_pitch = 14;
diffuser = 0.6;        // what is left of the window in front of a pixel: white, three layers
wall = 2;

picture = false;       // true: cut open for the pictures, where that helps
