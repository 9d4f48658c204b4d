"""The bill of materials: everything that is installed, with what is known of it."""

import json
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.markers import Marker

from minigam import __version__
from tests.requirements.sbom import locked, main, sbom
from tests.requirements.sets import pins

HASH = "0" * 64


def made(folder: Path, name: str, *lines: str) -> Distribution:
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    text = ("Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *lines, "")
    (place / "METADATA").write_text("\n".join(text))
    return Distribution.at(place)


def test_a_bill_of_three_packages(tmp_path: Path) -> None:
    installed = [
        made(tmp_path, "minigam", "License: MIT", "Requires-Dist: Snow_Man>=1"),
        made(
            tmp_path,
            "Snow_Man",
            "License-Expression: MIT OR Apache-2.0",
            "Requires-Dist: elsewhere; python_version < '3'",
            "Requires-Dist: carrot; extra == 'nose'",
            "Provides-Extra: nose",
        ),
        made(tmp_path, "carrot", "Classifier: License :: OSI Approved :: BSD License"),
    ]
    snowman, carrot = "pkg:pypi/snow-man@1.0", "pkg:pypi/carrot@1.0"
    found = sbom(installed, {carrot: frozenset({HASH})})
    assert found["metadata"]["component"] == {
        "type": "application",
        "bom-ref": "pkg:pypi/minigam@1.0",
        "name": "minigam",
        "version": "1.0",
        "purl": "pkg:pypi/minigam@1.0",
        "licenses": [{"license": {"name": "MIT"}}],
    }
    assert [each["bom-ref"] for each in found["components"]] == [carrot, snowman]
    assert found["components"][0]["licenses"] == [{"license": {"name": "BSD License"}}]
    assert found["components"][1]["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert found["components"][0]["externalReferences"] == [
        {
            "type": "distribution",
            "url": carrot,
            "comment": "one of these files was installed",
            "hashes": [{"alg": "SHA-256", "content": HASH}],
        }
    ]
    assert found["dependencies"] == [
        {"ref": carrot, "dependsOn": []},
        {"ref": "pkg:pypi/minigam@1.0", "dependsOn": [snowman]},
        {"ref": snowman, "dependsOn": [carrot]},
    ]


def test_what_is_installed_here_is_in_it_with_licence_and_hashes() -> None:
    found = sbom(distributions(), locked())
    assert found["metadata"]["component"]["version"] == __version__
    known = {each["purl"]: each for each in found["components"]}
    here = [pin for pin in pins("run") if not pin.marker or Marker(pin.marker).evaluate()]
    for pin in here:
        component = known[f"pkg:pypi/{pin.name}@{pin.version}"]
        assert component["licenses"], component
        (source,) = component["externalReferences"]
        assert {each["content"] for each in source["hashes"]} == pin.hashes
    refs = {each["ref"] for each in found["dependencies"]}
    assert refs == {*known, found["metadata"]["component"]["purl"]}
    assert {ref for each in found["dependencies"] for ref in each["dependsOn"]} <= refs


def test_it_is_cyclonedx(tmp_path: Path) -> None:
    validation = pytest.importorskip(
        "cyclonedx.validation.json", reason="cyclonedx is not here (tests/setup.sh lock)"
    )
    schema = pytest.importorskip("cyclonedx.schema")
    path = tmp_path / "sbom.json"
    assert main([str(path)]) == 0
    try:
        validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_6)
        fault = validator.validate_str(path.read_text("utf-8"))
    except validation.MissingOptionalDependencyException as missing:
        pytest.skip(str(missing))
    assert fault is None


def test_two_runs_write_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "build" / name for name in ("one.json", "other.json")]
    for path in paths:
        assert main([str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    count = len(json.loads(paths[0].read_text())["components"])
    assert capsys.readouterr().out.splitlines()[0] == f"minigam: {count} packages are in {paths[0]}"


def test_without_a_file_it_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "expected one file to write" in capsys.readouterr().err
