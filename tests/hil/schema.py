"""The schema of a bench's JSON report, and reports that keep to it."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from jsonschema import Draft202012Validator

from minigam.hil.report import Report, from_json

SCHEMA = json.loads((files("minigam") / "hil" / "report.schema.json").read_text("utf-8"))


def valid(file: Path) -> Report:
    """A report that keeps to its schema, and is read again."""
    text = file.read_text("utf-8")
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    return from_json(text)
