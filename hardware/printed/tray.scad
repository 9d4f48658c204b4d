// A tray for the checkers that are borne off: walls around three columns of five places, on top of
// the wood. Screws go through the four posts, which stand where no checker reaches.

include <parameters.scad>

columns = 3;
post = 7;

pitch = tray_lane + wall;
length = tray_places * pitch_along + 2 * wall;
width = columns * pitch + wall;

module walls() {
    linear_extrude(tray_height, convexity = 4) difference() {
        offset(wall) square([width - 2 * wall, length - 2 * wall], center = true);
        for (column = [0 : columns - 1]) translate([(column - (columns - 1) / 2) * pitch, 0])
            square([tray_lane, length - 2 * wall], center = true);
    }
}

module each_post() {
    for (column = [1 : columns - 1], side = [-1, 1])
        translate([(column - columns / 2) * pitch, side * (tray_places / 2 - 1) * pitch_along, 0])
            children();
}

module tray() {
    difference() {
        union() {
            walls();
            each_post() cylinder(d = post, h = tray_height);
        }
        each_post() translate([0, 0, -1]) cylinder(d = screw_hole, h = tray_height + 2);
    }
}

tray();
