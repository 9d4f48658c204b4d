#!/bin/sh
# Build once what has no wheel for a Pi: `wheels.sh FOLDER` puts the wheels there. It runs in the system that they are
# for, which needs Debian's gcc, python3-dev and python3-venv. Sources and what builds them are locked by hash.
set -eu
[ $# = 1 ] || { echo 'minigam: expected wheels.sh FOLDER' >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
locked=$(cd "$(dirname "$0")/../../requirements" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip() { PATH="$work/bin:$PATH" "$work/bin/pip" "$@" --quiet --disable-pip-version-check --require-hashes; }

build() { # FILE PACKAGE: the lines of one package, as its wheel
    sed -n "/^$2==/,/[^\\\\]\$/p" "$locked/$1.txt" >"$work/$2.txt"
    pip wheel --no-deps --no-build-isolation --no-binary "$2" --wheel-dir "$folder" -r "$work/$2.txt"
}

python3 -m venv "$work"
pip install -r "$locked/source.txt"
build pi rpi-ws281x
# Which lgpio has no wheel, and why PYPI: lgpio.sh beside this folder.
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
    export PYPI=1
    build lgpio lgpio
fi
