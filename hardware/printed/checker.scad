// A checker with a magnet in its middle. The pocket is closed on all sides: the print is paused
// when the pocket's top is reached, the magnet goes in, and the print goes on over it.

include <parameters.scad>

$fn = 96;

rim_width = 2;
rim_depth = 0.6;
edge = 0.6;
pocket_diameter = magnet_diameter + 2 * clearance;
pocket_height = ceil((magnet_height + clearance / 2) / layer) * layer;
pocket_floor = round((checker_height - pocket_height) / 2 / layer) * layer;

echo(pause_at = pocket_floor + pocket_height);

module body() {
    rotate_extrude()
        polygon([
            [0, 0], [checker_diameter / 2 - edge, 0], [checker_diameter / 2, edge],
            [checker_diameter / 2, checker_height - edge],
            [checker_diameter / 2 - edge, checker_height], [0, checker_height],
        ]);
}

module dip() {
    cylinder(d = checker_diameter - 2 * edge - 2 * rim_width, h = 2 * rim_depth, center = true);
}

module pocket() {
    translate([0, 0, pocket_floor]) cylinder(d = pocket_diameter, h = pocket_height);
}

module checker() {
    difference() {
        body();
        translate([0, 0, checker_height]) dip();
        pocket();
    }
}

module magnet() {
    translate([0, 0, pocket_floor]) cylinder(d = magnet_diameter, h = magnet_height);
}

// The far half, with its section turned towards whoever looks at the picture. `render` makes one
// body of it, for a preview would paint all sections in one colour.
module section(from = 0) {
    rotate([0, 0, 10]) rotate([-32, 0, 0]) render() intersection() {
        children();
        translate([-checker_diameter, from, -1])
            cube([2 * checker_diameter, checker_diameter, checker_height + 2]);
    }
}

if (picture) {
    color("BurlyWood") section() checker();
    color("SteelBlue") section(from = -0.2) magnet();
} else {
    checker();
}
