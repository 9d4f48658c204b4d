// A drilling template for the places of checkers: two points wide, four places long. Put it on,
// drill through the sleeves; then move it on, with two drill bits in the last row that is drilled.

include <parameters.scad>

$fn = 32;              // keeps the file small

columns = 2;
rows = 4;
plate = 3;
margin = 8;
sleeve_diameter = 9;
sleeve_height = 8;
groove = 0.8;
line = 0.8;

width = (columns - 1) * pitch_across + dish_diameter + 2 * margin;
length = (rows - 1) * pitch_along + dish_diameter + 2 * margin;

module each_place() {
    for (column = [0 : columns - 1], row = [0 : rows - 1])
        translate([
            margin + dish_diameter / 2 + column * pitch_across,
            margin + dish_diameter / 2 + row * pitch_along,
        ])
            children();
}

module outline() {
    translate([0, 0, plate - groove]) difference() {
        cylinder(d = dish_diameter + line, h = 2 * groove);
        cylinder(d = dish_diameter - line, h = 2 * groove);
    }
}

// Where the lane of lights runs, beside each column of checkers.
module lane() {
    translate([0, 0, plate - groove]) for (column = [0 : columns - 2])
        translate([margin + (dish_diameter + pitch_across) / 2 + column * pitch_across - line / 2, -1])
            cube([line, length + 2, 2 * groove]);
}

module template() {
    difference() {
        union() {
            cube([width, length, plate]);
            each_place() cylinder(d = sleeve_diameter, h = sleeve_height);
        }
        each_place() translate([0, 0, -1])
            cylinder(d = pilot_diameter + clearance, h = sleeve_height + 2);
        each_place() outline();
        lane();
    }
}

template();
