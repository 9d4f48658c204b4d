"""One target under atheris, in a process of its own: `python -m tests.fuzz.one NAME OPTION...`."""

import sys


def main() -> None:
    """Hand the options to libFuzzer; what is imported here is watched."""
    import atheris

    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["minigam"]):
        from tests.fuzz.targets import TARGETS
    atheris.Setup([f"tests.fuzz.{name}", *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
