"""Write a KiCad project into a folder: rules, libraries, schematic, board and parts list."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hardware.pcb import board as layout
from hardware.pcb.boards import Board
from hardware.pcb.copper import CLEARANCE, DRILL, VIA
from hardware.pcb.library import FIDUCIAL, HOLE, OWN, POWER, Library
from hardware.pcb.placing import Part, is_placed
from hardware.pcb.schematic import ROOT
from hardware.pcb.sexp import format_node, node

RULES_FILE, SHEET, LAYOUT, BILL = ".kicad_pro", ".kicad_sch", ".kicad_pcb", "-bom.csv"
"""Endings of a project's files; they begin with the board's name."""
RULES = {
    "min_clearance": CLEARANCE,
    "min_connection": 0.0,
    "min_copper_edge_clearance": 0.3,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_track_width": 0.2,
    "min_via_annular_width": 0.13,
    "min_via_diameter": 0.5,
    "min_through_hole_diameter": 0.3,
    "min_silk_clearance": 0.0,
    "min_text_height": 0.8,
    "min_text_thickness": 0.08,
    "solder_mask_to_copper_clearance": 0.0,
}
"""In mm: what makers of cheap boards with two layers can do, with something to spare."""
BILL_COLUMNS = (
    *("Comment", "Designator", "Footprint", "Quantity"),
    *("Manufacturer", "Manufacturer Part Number"),
)
IGNORED_IN_BOARDS = (
    *("footprint_filters_mismatch", "footprint_type_mismatch", "missing_courtyard"),
    *("npth_inside_courtyard", "pth_inside_courtyard"),
)
IGNORED_IN_SHEETS = (
    *("single_global_label", "footprint_filter", "four_way_junction", "label_multiple_wires"),
    *("missing_input_pin", "simulation_model_issue"),
)
"""The checks that KiCad 9 leaves out unless a project turns them on."""
NET_CLASS = {
    **{"name": "Default", "clearance": CLEARANCE, "track_width": 0.25},
    **{"via_diameter": VIA, "via_drill": DRILL, "priority": 2147483647},
    **{"microvia_diameter": 0.3, "microvia_drill": 0.1, "wire_width": 6, "bus_width": 12},
    **{"diff_pair_width": 0.2, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25, "line_style": 0},
    **{"pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)"},
}


def rules(name: str) -> dict[str, Any]:
    """The project's file, which has that name: which checks are made, and against which limits."""
    errors = {"board": IGNORED_IN_BOARDS, "erc": IGNORED_IN_SHEETS}
    severities = {key: dict.fromkeys(names, "error") for key, names in errors.items()}
    settings = {"rules": RULES, "rule_severities": severities["board"], "meta": {"version": 2}}
    return {
        "board": {"design_settings": settings},
        "erc": {"meta": {"version": 0}, "rule_severities": severities["erc"]},
        "net_settings": {"classes": [NET_CLASS], "meta": {"version": 4}},
        "meta": {"filename": name, "version": 3},
        "schematic": {"meta": {"version": 1}},
        "sheets": [[ROOT, "Root"]],
    }


def bill(parts: Iterable[Part]) -> str:
    """What a maker assembles, as CSV with the columns that makers expect: a line for each kind."""
    kinds: dict[str, list[Part]] = {}
    for part in filter(is_placed, parts):
        kinds.setdefault(part.kind.number, []).append(part)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(BILL_COLUMNS)
    for number, found in kinds.items():
        kind, refs = found[0].kind, ",".join(part.ref for part in found)
        values = " / ".join(dict.fromkeys(part.kind.value for part in found))
        rows.writerow([values, refs, kind.footprint.name, len(found), kind.maker, number])
    return out.getvalue()


def _tables() -> dict[str, str]:
    """Where KiCad finds the project's libraries."""
    found = {}
    for kind, uri in (("sym", f"{OWN}.kicad_sym"), ("fp", f"{OWN}.pretty")):
        entry = {"name": OWN, "type": "KiCad", "uri": f"${{KIPRJMOD}}/{uri}", "options": ""}
        lines = [node(key, text) for key, text in entry.items()]
        table = node(
            f"{kind}_lib_table", node("version", 7), node("lib", *lines, node("descr", ""))
        )
        found[f"{kind}-lib-table"] = format_node(table) + "\n"
    return found


def _libraries(parts: Iterable[Part], library: Library) -> dict[str, str]:
    kinds = {(p.kind.number, p.kind.symbol.own_name): p.kind for p in parts}.values()
    symbols = {k.symbol.own_name: k.symbol for k in kinds} | {s.name: s for s in POWER.values()}
    trees = [library.symbol(symbols[name]).tree for name in sorted(symbols)]
    head = (node("version", 20241209), node("generator", "minigam"))
    own = node("kicad_symbol_lib", *head, node("generator_version", "9.0"), *trees)
    found = {f"{OWN}.kicad_sym": format_node(own) + "\n"}
    for footprint in (HOLE, FIDUCIAL, *(kind.footprint for kind in kinds)):
        text = format_node(library.footprint(footprint)) + "\n"
        found[f"{OWN}.pretty/{footprint.name}.kicad_mod"] = text
    return found


def files(board: Board, library: Library) -> Mapping[str, str]:
    """Every file of a board's project, by its path in the project's folder."""
    parts, project = board.design.parts, board.file(RULES_FILE)
    return {
        project: json.dumps(rules(project), indent=1, sort_keys=True) + "\n",
        board.file(SHEET): board.schematic(library),
        board.file(LAYOUT): layout.write(board.design, library),
        board.file(BILL): bill(parts),
        **_tables(),
        **_libraries(parts, library),
    }


def write(board: Board, folder: Path, library: Library) -> None:
    """Write a board's project."""
    for name, text in files(board, library).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
