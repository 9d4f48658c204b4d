"""Reads what a board has published, by the schema of its topic."""

import json
from typing import Any

import jsonschema

from minigam.remote.payload_schemas import schema


def valid(name: str, text: str | bytes) -> dict[str, Any]:
    """A payload's fields; fails where its schema does not allow it."""
    found: dict[str, Any] = json.loads(text)
    jsonschema.validate(found, schema(name))
    return found
