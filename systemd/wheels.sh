#!/bin/sh
# Fetch all packages that an installation on this kind of machine needs, and build those that have no wheel:
# `wheels.sh FOLDER` makes a folder in FOLDER, such as aarch64-cp313, for `make release WHEELS=...`. Run it on a
# Pi, or in a root of its architecture; there it needs gcc and python3-dev. All is locked in requirements/.
set -eu
clone=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
python3 -m venv "$work/venv"
bin=$work/venv/bin
tag=$(uname -m)-$("$bin/python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
there=$1/$tag
mkdir -p "$there"
cp -r "$clone/requirements" "$work/locked"

# Without debugging symbols, which hold the folder that pip builds in: each build makes the same bytes.
export CFLAGS=-g0

fetch() { # OPTIONS... SET
    "$bin/pip" wheel --quiet --disable-pip-version-check --require-hashes --no-deps --no-build-isolation \
        --wheel-dir "$there" "$@"
}

# lgpio has no wheel from Python 3.13 on: see lgpio.sh. What is built has another hash than what is locked.
build_lgpio() {
    "$bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 13))' || return 0
    PATH="$bin:$PATH" PYPI=1 fetch --no-binary lgpio -r "$work/locked/lgpio.txt"
    sed -i '/^lgpio==/,/[^\\]$/d' "$work/locked/pi.txt"
}

case $tag in
    aarch64-*)
        "$bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$work/locked/source.txt"
        build_lgpio
        fetch -r "$work/locked/pi5.txt"
        ;;
    *) fetch -r "$work/locked/run.txt" ;;
esac
echo "$there"
