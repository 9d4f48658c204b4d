"""`make sbom`: what is installed beside the Python that runs this, as CycloneDX 1.6.

`python -m tests.requirements.sbom FILE`. The list is of the installed packages, with their licences
and who needs whom; the hashes are those of `requirements/`. Two runs over the same packages write
the same.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tests.requirements.sets import SETS, pins

NAME = "minigam"
LONG = 60
"""A licence's name is shorter; more is its text."""
Json = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Write the file, and print what is in it."""
    if len(arguments) != 1:
        print("minigam: expected one file to write, such as build/sbom.json", file=sys.stderr)
        return 2
    found = sbom(distributions(), locked())
    path = Path(arguments[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(f"minigam: {len(found['components'])} packages are in {path}")
    return 0


def locked() -> dict[str, frozenset[str]]:
    """The hashes of each locked version, by its package URL."""
    return {_purl(pin.name, pin.version): pin.hashes for name in SETS for pin in pins(name)}


def sbom(installed: Iterable[Distribution], hashes: dict[str, frozenset[str]]) -> Json:
    """The bill of materials: minigam itself is what it is about, the others are its components."""
    there = {canonicalize_name(each.metadata["Name"]): each for each in installed}
    components = {name: _component(each, hashes) for name, each in sorted(there.items())}
    own = components.pop(canonicalize_name(NAME), None)
    about = {} if own is None else {"component": {**own, "type": "application"}}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": about,
        "components": list(components.values()),
        "dependencies": [
            {
                "ref": _ref(each),
                "dependsOn": sorted(_ref(there[name]) for name in _needs(each, there)),
            }
            for _, each in sorted(there.items())
        ],
    }


def _purl(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def _ref(each: Distribution) -> str:
    return _purl(canonicalize_name(each.metadata["Name"]), each.version)


def _component(each: Distribution, hashes: dict[str, frozenset[str]]) -> Json:
    ref = _ref(each)
    component: Json = {
        "type": "library",
        "bom-ref": ref,
        "name": canonicalize_name(each.metadata["Name"]),
        "version": each.version,
        "purl": ref,
    }
    if licences := list(_licences(each)):
        component["licenses"] = licences
    if ref in hashes:
        files = [{"alg": "SHA-256", "content": digest} for digest in sorted(hashes[ref])]
        says = "one of these files was installed"
        source = {"type": "distribution", "url": ref, "comment": says, "hashes": files}
        component["externalReferences"] = [source]
    return component


def _licences(each: Distribution) -> Iterator[Json]:
    """As a package states them: an expression of SPDX, a name, or classifiers."""
    expression, stated = (_field(each, name) for name in ("License-Expression", "License"))
    if expression:
        yield {"expression": expression}
    elif 0 < len(stated) <= LONG and "\n" not in stated and stated != "UNKNOWN":
        yield {"license": {"name": stated}}
    else:
        for line in each.metadata.get_all("Classifier") or ():
            if line.startswith("License ::"):
                yield {"license": {"name": line.rpartition(" :: ")[2]}}


def _field(each: Distribution, name: str) -> str:
    return "".join((each.metadata.get_all(name) or ())[:1])


def _needs(each: Distribution, there: dict[NormalizedName, Distribution]) -> set[NormalizedName]:
    """The installed packages that one asks for, with whichever of its extras."""
    extras = ["", *(each.metadata.get_all("Provides-Extra") or ())]
    return {
        name
        for wanted in map(Requirement, each.requires or ())
        if (name := canonicalize_name(wanted.name)) in there and there[name] is not each
        if wanted.marker is None
        or any(wanted.marker.evaluate({"extra": extra}) for extra in extras)
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
