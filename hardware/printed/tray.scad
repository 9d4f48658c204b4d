// A tray for the checkers that are borne off: walls around three columns of five places, on top of
// the wood. It is printed upside down. Its pegs are glued into holes of the wood, so that nothing of
// it is in the way of the lanes below.

include <parameters.scad>

columns = 3;
peg = screw_hole - clearance;
peg_length = field_thickness - 0.5;

length = tray_places * pitch_along + 2 * tray_wall;
width = (columns - 1) * pitch_across + tray_lane + 2 * tray_wall;

function middle(column) = (column - (columns - 1) / 2) * pitch_across;

module walls() {
    linear_extrude(tray_height, convexity = 4) difference() {
        offset(tray_wall) square([width - 2 * tray_wall, length - 2 * tray_wall], center = true);
        for (column = [0 : columns - 1]) translate([middle(column), 0])
            square([tray_lane, length - 2 * tray_wall], center = true);
    }
}

module each_peg() {
    for (column = [1 : columns - 1], side = [-1, 1])
        translate([middle(column) - pitch_across / 2, side * (tray_places / 2 - 1) * pitch_along, 0])
            children();
}

module tray() {
    walls();
    each_peg() cylinder(d = peg, h = tray_height + peg_length);
}

tray();
