// The window of the two dice: fourteen wells for round pixel boards, white and thin in front.
// It is printed front down; the numbers on its back are the pixels', in the order of the data.
// The order is that of docs/lights.md#dice.

include <parameters.scad>

faces = 2;
face_gap = 16;
margin = 9;
digit = 3.5;
engraving = 0.6;
channel = 4;           // wide; wires of one pixel to the next
channel_depth = 1.2;

well_diameter = pixel_diameter + 2 * clearance;
depth = diffuser + pixel_height;
face_size = 2 * pixel_pitch + well_diameter;
width = faces * face_size + (faces - 1) * face_gap + 2 * margin;
height = face_size + 2 * margin;

// Each of a face's seven pixels as seen from the front: across and up, from the middle.
pixels = [[-1, 1], [-1, 0], [-1, -1], [0, 0], [1, 1], [1, 0], [1, -1]];
echo(pixels = pixels);

// Everything is drawn as seen from behind, where left and right change places.
function behind(place) = [-place.x, place.y];

module at_face(face) {
    middle = (face - (faces - 1) / 2) * (face_size + face_gap);
    translate(behind([middle, 0])) children();
}

module plate() {
    translate([0, 0, depth / 2]) cube([width, height, depth], center = true);
}

module well() {
    translate([0, 0, diffuser]) cylinder(d = well_diameter, h = pixel_height + 1);
}

module groove(length, wide) {
    translate([0, 0, depth]) cube([length, wide, 2 * channel_depth], center = true);
}

module channels() {
    for (side = [-1, 1]) translate([side * pixel_pitch, 0]) groove(channel, 2 * pixel_pitch);
}

// Beside its well, on the outer side and above the groove; the middle pixel's is above its well.
module number(pixel, face) {
    side = behind(pixels[pixel]).x;
    translate([side * 8, side == 0 ? 8 : 4, depth - engraving])
        linear_extrude(2 * engraving)
            text(str(pixel + 7 * face), size = digit, halign = "center", valign = "center", $fn = 12);
}

module window() {
    difference() {
        plate();
        groove(width - 2 * margin, channel);
        for (face = [0 : faces - 1]) at_face(face) {
            channels();
            for (pixel = [0 : 6]) translate(behind(pixels[pixel]) * pixel_pitch) {
                well();
                number(pixel, face);
            }
        }
    }
}

window();
