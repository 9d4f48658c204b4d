// A channel below the wood for a piece of strip: a well for each pixel, dark walls between them.
// It is printed with the side of the wood down. The strip snaps in from behind, under the lips; the
// feet of a diffuser fill the recess in front. Screws go through the ears.

include <parameters.scad>

places = 4;
lip = 0.4;             // into the way of the strip
lip_height = 0.6;
lip_length = 8;

groove = strip_width + 2 * clearance;
width = groove + 2 * wall;
length = places * pitch_along;
height = well_depth + strip_parts + strip_flex + lip_height;
recess = foot_height + clearance;

// From the middle of the channel, along it.
function place(number) = (number - (places - 1) / 2) * pitch_along;

module bar() {
    translate([-length / 2, -width / 2, 0]) cube([length, width, height]);
}

module ear() {
    translate([0, ear_across, 0]) cylinder(d = ear_diameter, h = ear_thickness);
    translate([-ear_diameter / 2, 0, 0]) cube([ear_diameter, ear_across, ear_thickness]);
}

module feet() {
    translate([-length / 2 - 1, -web_width / 2 - clearance, -1])
        cube([length + 2, web_width + 2 * clearance, recess + 1]);
    for (number = [0 : places - 1]) translate([place(number), 0, -1])
        cylinder(d = foot_diameter + 2 * clearance, h = recess + 1);
}

module wells() {
    for (number = [0 : places - 1])
        translate([place(number) - light_diameter / 2, -light_diameter / 2, -1])
            cube([light_diameter, light_diameter, height + 2]);
}

module strip() {
    translate([-length / 2 - 1, -groove / 2, well_depth]) cube([length + 2, groove, height]);
}

// Between the places, where the strip has no pixel.
module lips() {
    for (number = [0.5 : places - 1.5], side = [-1, 1]) translate([place(number), 0, height])
        rotate([90, 0, 90]) linear_extrude(lip_length, center = true)
            polygon([
                [side * groove / 2, 0], [side * (groove / 2 - lip), -lip_height / 2],
                [side * groove / 2, -lip_height], [side * (groove + wall) / 2, -lip_height / 2],
            ]);
}

module channel() {
    difference() {
        union() {
            bar();
            for (number = [0.5, places - 1.5]) translate([place(number), 0, 0]) ear();
        }
        feet();
        wells();
        strip();
        for (number = [0.5, places - 1.5]) translate([place(number), ear_across, -1])
            cylinder(d = screw_hole, h = ear_thickness + 2);
    }
    lips();
}

channel();
