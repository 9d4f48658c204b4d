// The measures of everything that is printed or cut, in mm. Change them here only.
// Programs in hardware/drawing read them too: a measure is a name, a number and nothing else.

$fn = 48;
layer = 0.2;           // of the printer
clearance = 0.2;       // around whatever goes into a hole
wall = 2;
screw_hole = 3.4;      // lets an M3 screw through

// Checkers
checker_diameter = 27;
checker_height = 7;
magnet_diameter = 10;
magnet_height = 2;

// Places of checkers
pitch_across = 40;     // from point to point: a checker, and the lane of lights beside it
pitch_along = 33;      // from place to place on a point: about a strip's 30 pixels a metre
dish_diameter = 29;    // a shallow dish keeps a checker over its sensor
dish_depth = 1;
pilot_diameter = 3;    // the drill that marks the middle of a place

// The field: a sheet of wood with a frame of wood below its rim
field_thickness = 4;
field_corner = 6;
frame_width = 15;
lane_side = 2;         // room between the outer lanes and the frame
lane_end = 15;         // room for wires beyond the last place of a lane
control_depth = 60;    // of the band with dice and buttons
light_diameter = 8;    // the hole above a pixel
button_rim = 6;        // more room in front of the lanes of boards with buttons or touch spots
button_hole = 18;      // lets a button of 12 x 12 mm through, from corner to corner
roll_diameter = 24;    // the hole for a roll or undo button

// The case: a box below the field. See hardware/drawing/case.py
case_depth = 50;       // inside, from its floor to the wood of the field
case_floor = 6;        // its floor, which screws pass from below
board_thickness = 1.6; // of printed boards
base_foot = 5;         // spacers below the base board of a felt board
header_base_foot = 15; // spacers below the base board for a Pi's header
pi_spacer = 11;        // from a Pi to the board on its header
pi_foot = 5;           // spacers below a Pi that stands by itself

// Lanes of strip
strip_width = 10;
strip_flex = 0.4;      // the strip without its parts
strip_parts = 1.2;     // height of the resistors and capacitors on it
strip_pixel = 5;
strip_pixel_height = 1.6;
strip_pitch = 33.33;   // 30 pixels a metre
well_depth = 5;        // from the strip's parts up to the wood
ear_thickness = 3;
ear_diameter = 9;
ear_across = 11.2;     // from the pixels to the screw, towards the checkers

// Diffusers: a plug in each light hole, on a foot below the wood
foot_diameter = 10;
foot_height = 0.6;
web_width = 3;         // joins the feet

// Printed lanes: hardware/pcb/lane.py
lane_length = 290;      // of eight places
lane_width = 39.6;
lane_first = 29.5;     // from its end at the rim to the first place
lane_sensors = 12;     // from the left edge, as the player sees it
lane_pixels = 32;
lane_gap = 2.5;        // from the board to the wood: more than its tallest part
lane_holes = [[3.5, 19.8], [112, 9], [178, 9], [286.5, 19.8]];
lane_5_holes = [[3.5, 19.8], [112, 9], [187.5, 19.8]];
button_lane_holes = [[46, 9], [112, 9], [178, 9], [286.5, 19.8]];
lane_button = [6.5, 12]; // the middle of its button
button_body = 12;

// Trays of boards that bear off into several columns, each above a lane of its own
tray_places = 5;       // of a column
tray_height = 6;
tray_lane = 28;        // width of a column
tray_wall = 1.6;       // around all columns: the lights beside them are not covered

// Dice
pixel_diameter = 10;   // a pixel's round board
pixel_height = 3;      // of that board with its pixel and solder
pixel_pitch = 14;
diffuser = 0.6;        // what is left of a window in front of a pixel: white, three layers
face_size = 38.4;      // a face as one sees it, between the edges of the wood
face_corner = 5;
face_pitch = 48.4;     // from die to die
turn_gap = 6;          // so much more in the middle, for the lights of the turn
window_margin = 9;     // what lies behind the wood around the faces
face_board = [44, 56]; // a printed board behind a face: hardware/pcb/face.py
face_screw_across = 18; // from the middle of a face to its four screws: hardware/pcb/face.py
face_screw_along = 23.7;
pocket_away = 23.2;    // from the middle of a face to the pocket for what else its board has
pocket_length = 26;
pocket_width = 5.6;

picture = false;       // true: cut open for the pictures, where that helps
