#!/bin/sh
# Make .venv and install minigam into it: `setup.sh run`, `solver`, `test` with its tools, `bench`, `hardware`,
# `fuzz` or `lock`. What is installed beside it is locked in requirements/: nothing else is fetched.
set -eu
cd "$(dirname "$0")/.."
kind=$1
venv=.venv
python=${PYTHON:-python3}

say() { printf 'minigam: %s\n' "$1" >&2; }

# Its own path is written in its programs: in a clone that was moved they do not start, and in one that was copied
# they change the other one.
is_whole() { grep -qsF "$(pwd -P)/$venv/" "$venv/bin/pip" && "$venv/bin/pip" --version >/dev/null 2>&1; }

make_venv() {
    "$python" -m venv "$venv" >/dev/null 2>&1 && return
    rm -rf "$venv"
    tests/debian.sh venv || exit 1
    "$python" -m venv "$venv"
}

if [ -e "$venv" ] && ! is_whole; then
    say "making $venv again: it is incomplete, or was made in another folder or by another Python"
    rm -rf "$venv"
else
    say "setting up $venv for \`$kind\` (a minute or more the first time)"
fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "expected Python 3.11 or newer (Debian 12 or 13, Raspberry Pi OS), got: $("$python" --version 2>&1)"
    exit 1
}
[ -e "$venv" ] || make_venv
install() { "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
{ install --require-hashes -r "requirements/$kind.txt" &&
    install --no-index --no-deps --no-build-isolation --editable .; } || {
    say 'that failed: see above. It needs the network the first time; run the same command again'
    exit 1
}
touch "$venv/run.done" "$venv/$kind.done"
