// A frame between a printed lane (hardware/pcb) and the wood: it keeps the lane at its distance and
// each pixel's light to itself. It is printed with the side of the lane down. Half a lane of eight
// long, so that common printers can print it: this is the half with the plugs.

include <parameters.scad>

half = 0;              // 0: the one with the plugs; 1: the other
places = 8;            // a lane of five is short enough to have its frame in one piece
buttons = false;       // of the lane with a button, whose near half has other screws
edge = 0.4;            // the lane is wider by that
rail = 2.6;
upper_rail = 37;       // where the rail beside the pixels begins
rib = 2;
shell = 1;             // around a pixel
bay = 7.4;             // inside of it
boss = 7;
capacitor = [46, 36.2]; // the tallest part, in the way of a rail
capacitor_room = [6.4, 4.4];

halved = places > 5;
length = 2 * lane_first + (places - 1) * pitch_along;
middle = length / 2;
recess = foot_height + clearance;
holes = buttons ? button_lane_holes : halved ? lane_holes : lane_5_holes;

function place(number) = lane_first + number * pitch_along;

// x runs along the lane and y across it, as in hardware/pcb/lane.py, where y points down.
module on_lane(at) {
    translate([at.x, lane_width - at.y]) children();
}

module box(from, to) {
    translate([from.x, lane_width - to.y]) square(to - from);
}

module rails() {
    far = length - edge;
    box([edge, edge], [far, edge + rail]);
    box([edge, upper_rail], [far, lane_width - edge]);
    for (x = concat([edge, far - rib], halved ? [middle - rib, middle] : []))
        box([x, edge], [x + rib, lane_width - edge]);
    // Where there are registers, not between the first two places.
    for (number = [buttons ? 0 : 1 : places - 2])
        translate([pitch_along / 2 - rib / 2, 0])
            box([place(number), edge], [place(number) + rib, lane_width - edge]);
}

// Around a pixel, and joined to the rail beside it.
module bays() {
    out = bay / 2 + shell;
    for (number = [0 : places - 1])
        box([place(number) - out, lane_pixels - out], [place(number) + out, upper_rail + 1]);
}

module all() {
    difference() {
        union() {
            rails();
            bays();
            for (hole = holes) on_lane(hole) circle(d = boss);
        }
        for (number = [0 : places - 1]) on_lane([place(number), lane_pixels])
            square(bay, center = true);
        for (hole = holes) on_lane(hole) circle(d = screw_hole);
        on_lane(capacitor) square(capacitor_room, center = true);
        if (buttons) on_lane(lane_button) square(button_body + 2, center = true);
        translate([-length, 0]) square([length, lane_width]);
    }
}

module feet() {
    translate([-1, lane_width - lane_pixels - web_width / 2 - clearance, lane_gap - recess])
        cube([length + 2, web_width + 2 * clearance, recess + 1]);
    for (number = [0 : places - 1]) on_lane([place(number), lane_pixels])
        translate([0, 0, lane_gap - recess])
            cylinder(d = foot_diameter + 2 * clearance, h = recess + 1);
}

module frame(half) {
    difference() {
        linear_extrude(lane_gap, convexity = 10) intersection() {
            all();
            translate([half * middle, 0])
                square([halved ? middle - clearance / 2 : length, lane_width]);
        }
        feet();
    }
}

frame(half);
