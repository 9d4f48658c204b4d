#!/bin/sh
# Make .venv and install minigam into it: `setup.sh run`, `solver`, `test` with its tools,
# `bench`, `hardware` or `fuzz`.
set -eu
cd "$(dirname "$0")/.."
kind=$1
venv=.venv

say() { printf 'minigam: %s\n' "$1" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

make_venv() {
    "${PYTHON:-python3}" -m venv "$venv" >/dev/null 2>&1 && return
    say "installing Debian's python3-venv, which makes virtual environments"
    rm -rf "$venv"
    as_root apt-get -qq update && as_root apt-get -qq install -y python3-venv >/dev/null || {
        say "please run first: sudo apt install python3-venv"
        exit 1
    }
    "${PYTHON:-python3}" -m venv "$venv"
}

"${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "Python 3.11 or newer is needed (Debian 12, Raspberry Pi OS Bookworm)"
    exit 1
}
[ -x "$venv/bin/pip" ] || make_venv
say "installing into $venv (the first time takes a minute)"
if [ "$kind" = run ]; then extra='.'; else extra=".[$kind]"; fi
"$venv/bin/pip" install --quiet --disable-pip-version-check --editable "$extra"
touch "$venv/run.done" "$venv/$kind.done"
