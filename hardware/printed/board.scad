// A picture of a whole board, its parts drawn apart: the quarter board with printed lanes. The
// field is the drawing that is cut.

include <parameters.scad>
use <checker.scad>
use <dice-window.scad>
use <diffuser.scad>
use <lane-frame.scad>

field = "../field/quarter-hall.dxf";
lanes = 10;
places = 8;
bars = [1, 8];         // of white and black: where the game begins
size = [434, 384];
rim = frame_width + lane_end;
pcb = board_thickness;

// How high each part hangs.
checkers_at = 45;
window_at = -135;
faces_at = -170;
diffusers_at = -172;
frames_at = -282;
lanes_at = -392;
box_at = -562;

tilt = 72;
turn = 24;
middle = [390, -212];  // of the picture

module on_lane(lane) {
    translate([frame_width + lane_side + lane * pitch_across, rim, 0]) children();
}

// Along a lane as hardware/pcb/lane.py has it: x away from the player, y to the right.
module along_lane(lane) {
    on_lane(lane) translate([(pitch_across - lane_width) / 2, pitch_along / 2 - lane_first, 0])
        translate([lane_width, 0, 0]) rotate([0, 0, 90]) children();
}

function seen(at) =
    let (x = at.x * cos(turn) + at.y * sin(turn), y = at.y * cos(turn) - at.x * sin(turn))
    [x, y * cos(tilt) + at.z * sin(tilt), 0];

module cut(layers) {
    for (layer = layers) import(field, layer = layer);
}

module sheet(height, layers) {
    linear_extrude(height, convexity = 10) difference() {
        cut(["CUT-OUTLINE"]);
        cut(concat(["CUT-WINDOWS", "DRILL-LIGHTS", "DRILL-BUTTONS", "DRILL-RIM", "DRILL-WINDOW",
                    "DRILL-LANES"], layers));
    }
}

module wood() {
    color("BurlyWood") sheet(field_thickness - dish_depth, []);
    translate([0, 0, field_thickness - dish_depth]) {
        color("Wheat") sheet(dish_depth, ["MILL-DISHES"]);
        color("Sienna") linear_extrude(dish_depth + 0.2, convexity = 4) difference() {
            cut(["ENGRAVE-POINTS"]);
            cut(["MILL-DISHES", "DRILL-LANES"]);
        }
    }
}

module checkers() {
    for (side = [0, 1], place = [0 : places - 1]) on_lane(bars[side])
        translate([lane_sensors + (pitch_across - lane_width) / 2, (place + 0.5) * pitch_along, 0])
            color(["Ivory", "DimGray"][side]) checker();
}

// Black's roll button, white's, and undo: as hardware/drawing/field.py has them.
module buttons() {
    edge = (face_pitch + turn_gap + face_size) / 2 + window_margin;
    for (x = [-edge - 25, edge + 25, edge + 65]) at_dice() translate([x, 0, 0]) {
        color("FireBrick") cylinder(d = roll_diameter + 4, h = 4);
        color("Black") translate([0, 0, -12]) cylinder(d = roll_diameter - 1, h = 12);
        color("Tomato") cylinder(d = roll_diameter - 4, h = 8);
    }
}

module at_dice() {
    translate([size.x / 2, size.y - frame_width - control_depth / 2, 0]) children();
}

module printed_faces() {
    for (side = [-1, 1]) at_dice() translate([side * (face_pitch + turn_gap) / 2, 0, 0]) {
        color("ForestGreen") translate([0, 0, pcb / 2])
            cube([face_board.x, face_board.y, pcb], center = true);
        color("White") for (x = [-1, 0, 1], y = [-1, 0, 1]) if (x != 0 || y == 0)
            translate([x * pixel_pitch, y * pixel_pitch, pcb])
                cube([strip_pixel, strip_pixel, 2 * strip_pixel_height], center = true);
    }
}

module half_of_diffusers(lane, half) {
    along_lane(lane)
        translate([lane_first + (4 * half + 1.5) * pitch_along, lane_width - lane_pixels, 0])
            color("SkyBlue") diffusers();
}

module printed_lane(tint) {
    color(tint) cube([lane_length, lane_width, pcb]);
    for (place = [0 : places - 1]) {
        x = lane_first + place * pitch_along;
        color("White") translate([x, lane_width - lane_pixels, pcb])
            cube([strip_pixel, strip_pixel, 2 * strip_pixel_height], center = true);
        color("Black") translate([x, lane_width - lane_sensors, pcb])
            cube([3, 1.3, 2.2], center = true);
    }
}

module box() {
    color("Peru") difference() {
        cube([size.x, size.y, case_depth]);
        translate([frame_width, frame_width, 3])
            cube([size.x - 2 * frame_width, size.y - 2 * frame_width, case_depth]);
    }
}

module parts() {
    translate([0, 0, checkers_at]) {
        checkers();
        buttons();
    }
    wood();
    translate([0, 0, window_at]) at_dice() rotate([0, 180, 0]) color("SkyBlue") window();
    translate([0, 0, faces_at]) printed_faces();
    for (lane = [0 : lanes - 1]) {
        for (half = [0, 1]) {
            translate([0, 0, diffusers_at]) half_of_diffusers(lane, half);
            translate([0, 0, frames_at]) along_lane(lane) color("SlateGray") frame(half);
        }
        translate([0, 0, lanes_at]) along_lane(lane)
            printed_lane(["DarkGreen", "ForestGreen"][lane % 2]);
    }
    translate([0, 0, box_at]) box();
}

module label(words, height) {
    translate(seen([size.x, size.y, 0]) + [20, 0, 0]) {
        at = seen([size.x, size.y * 0.6, height]).y - seen([size.x, size.y, 0]).y;
        translate([0, at, 0]) linear_extrude(1) text(words, 17);
    }
}

module labels() {
    label("checkers, buttons", checkers_at + 20);
    label("field", 0);
    label("window of the dice", window_at + 50);
    label("faces of the dice", faces_at + 54);
    label("diffusers", diffusers_at - 20);
    label("frames", frames_at);
    label("lanes", lanes_at);
    label("box with Pi and Pico", box_at + 20);
}

// As the camera of the other pictures sees it: turned back first.
rotate([0, 0, 10]) rotate([35, 0, 0]) translate(-middle) {
    rotate([-tilt, 0, 0]) rotate([0, 0, -turn]) parts();
    color("Black") labels();
}
