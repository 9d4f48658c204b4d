// A strip of diffusers: a white plug for the hole of each light, flush with the wood, on a foot
// below it. It is printed feet down.

include <parameters.scad>

places = 4;
shell = 0.8;

plug_diameter = light_diameter - 2 * clearance;

module plug() {
    difference() {
        union() {
            cylinder(d = foot_diameter, h = foot_height);
            cylinder(d = plug_diameter, h = foot_height + field_thickness);
        }
        translate([0, 0, -1])
            cylinder(
                d = plug_diameter - 2 * shell, h = foot_height + field_thickness - diffuser + 1);
    }
}

module webs() {
    length = pitch_along - foot_diameter + 1;
    for (number = [0 : places - 2])
        translate([(number + 0.5) * pitch_along - length / 2, -web_width / 2, 0])
            cube([length, web_width, foot_height]);
}

module diffusers() {
    translate([-(places - 1) / 2 * pitch_along, 0, 0]) {
        for (number = [0 : places - 1]) translate([number * pitch_along, 0, 0]) plug();
        webs();
    }
}

diffusers();
