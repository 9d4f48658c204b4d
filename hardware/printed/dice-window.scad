// The window of the dice: seven wells a face for round pixel boards, white and thin in front, and
// two for the lights of the turn in the middle. It is printed front down, and screwed below the
// wood, whose openings show the faces; four screws around each face hold a printed board
// (hardware/pcb/face.py) too, whose plugs' pins are in the pocket. The numbers on its back are the
// pixels', in the order of the data: that of docs/lights.md#dice, then white's turn and black's.

include <parameters.scad>

$fn = 16;              // keeps the file small: a well is still 10.2 mm wide

faces = 2;
engraving = 0.6;
channel = 4;           // wide; wires of one pixel to the next
channel_depth = 1.2;
digit = [2.4, 4.4];
stroke = 0.6;

well_diameter = pixel_diameter + 2 * clearance;
depth = diffuser + pixel_height;
width = (faces - 1) * face_pitch + turn_gap + face_size + 2 * window_margin;
height = face_size + 2 * window_margin;

// Each of a face's seven pixels as seen from the front: across and up, from the middle.
pixels = [[-1, 1], [-1, 0], [-1, -1], [0, 0], [1, 1], [1, 0], [1, -1]];
echo(pixels = pixels);

// The segments of each digit, as displays have them: a on top, clockwise to f, g in the middle.
segments = ["abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg"];

// Everything is drawn as seen from behind, where left and right change places.
function behind(place) = [-place.x, place.y];
function face_at(face) =
    let (middle = face - (faces - 1) / 2)
    [middle * face_pitch + sign(middle) * turn_gap / 2, 0];

module each_face() {
    for (face = [0 : faces - 1]) translate(behind(face_at(face))) {
        $first = 7 * face;
        children();
    }
}

module each_turn() {
    for ($side = [0, 1]) translate([0, (2 * $side - 1) * pixel_pitch]) children();
}

module plate() {
    difference() {
        square([width, height], center = true);
        each_face() for (x = [-1, 1], y = [-1, 1])
            translate([x * face_screw_across, y * face_screw_along])
                circle(d = screw_hole, $fn = 12);
    }
}

module wells() {
    each_face() for (place = pixels) translate(behind(place) * pixel_pitch)
        circle(d = well_diameter);
    each_face() translate([0, -pocket_away])
        square([pocket_length, pocket_width], center = true);
    each_turn() circle(d = well_diameter);
}

module grooves() {
    square([width - 2 * window_margin, channel], center = true);
    each_face() for (side = [-1, 1]) translate([side * pixel_pitch, 0])
        square([channel, 2 * pixel_pitch], center = true);
    square([channel, 2 * pixel_pitch], center = true);
}

module segment(name) {
    x = digit.x / 2 - stroke / 2;
    y = digit.y / 2 - stroke / 2;
    flat = [digit.x, stroke];
    tall = [stroke, digit.y / 2 + stroke / 2];
    if (name == "a") translate([0, y]) square(flat, center = true);
    if (name == "b") translate([x, y / 2]) square(tall, center = true);
    if (name == "c") translate([x, -y / 2]) square(tall, center = true);
    if (name == "d") translate([0, -y]) square(flat, center = true);
    if (name == "e") translate([-x, -y / 2]) square(tall, center = true);
    if (name == "f") translate([-x, y / 2]) square(tall, center = true);
    if (name == "g") square(flat, center = true);
}

module number(value) {
    text = str(value);
    for (place = [0 : len(text) - 1])
        translate([(place - (len(text) - 1) / 2) * (digit.x + stroke), 0])
            for (name = segments[ord(text[place]) - ord("0")]) segment(name);
}

// The numbers stand inside of their face, clear of wells and grooves.
module numbers() {
    each_face() for (pixel = [0 : 6]) {
        at = behind(pixels[pixel]);
        beside = at.x == 0 ? [0, -8] : [-9 * at.x, at.y == 0 ? 7.5 : 0];
        translate(at * pixel_pitch + beside) number($first + pixel);
    }
    each_turn() translate([0, (2 * $side - 1) * 8]) number(7 * faces + $side);
}

// From the front to the back, each layer with more cut out of it.
module between(from, to) {
    translate([0, 0, from]) linear_extrude(to - from, convexity = 10) children();
}

module window() {
    color("SandyBrown") between(0, diffuser) plate();
    color("Peru") between(diffuser, depth - channel_depth) difference() { plate(); wells(); }
    color("Peru") between(depth - channel_depth, depth - engraving)
        difference() { plate(); wells(); grooves(); }
    between(depth - engraving, depth)
        difference() { plate(); wells(); grooves(); numbers(); }
}

window();
