#!/bin/sh
# Fresh systems to boot, and the packages that minigam needs in them without a network, in a cache:
# `roots.sh` prints the folder. Needs root, and a kernel that lets systemd-nspawn boot one; that is not
# asked of `roots.sh SUITE`, which makes one of them only. BOOT_SUITE is the only one that is wanted.
set -eu
cd "$(dirname "$0")/../.."
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/boot
python=.venv/bin/python
[ -x "$python" ] || python=${PYTHON:-python3}

say() { printf 'minigam: %s\n' "$1" >&2; }

[ "$(id -u)" = 0 ] || { say 'booting fresh systems needs root'; exit 1; }
mkdir -p "$kept"
exec 9>"$kept/lock"
flock 9

# For the Python of each suite; made anew when what minigam needs has changed.
make_wheels() { # SUITE PYTHON-VERSION
    wheels=$kept/wheels-$1
    needs=requirements/run.txt
    ! cmp -s "$wheels/made-for" "$needs" || return 0
    say "fetching what minigam needs for the Python of $1"
    rm -rf "$wheels"
    mkdir -p "$wheels"
    "$python" tests/boot/needs.py "$needs" "$2" >"$wheels/needs.txt" &&
        "$python" -m pip download --quiet --dest "$wheels" --only-binary=:all: --python-version "$2" \
            --platform any --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 \
            -r "$wheels/needs.txt" &&
        cp "$needs" "$wheels/made-for"
}

for suite in bookworm:3.11 trixie:3.13; do
    [ "${1:-${BOOT_SUITE:-${suite%:*}}}" = "${suite%:*}" ] || continue
    if ! tests/root.sh "${suite%:*}" >/dev/null || ! make_wheels "${suite%:*}" "${suite#*:}" 2>"$kept/log"; then
        say "a fresh ${suite%:*} could not be made: see above and $kept/log"
        exit 1
    fi
    [ $# = 0 ] || continue
    # Each is booted once, and switched off at once: not every machine lets a system boot in it.
    timeout 60 systemd-nspawn --quiet --register=no --keep-unit --console=pipe --private-network \
        --volatile=overlay --boot -D "$kept/${suite%:*}" \
        systemd.unit=poweroff.target SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 </dev/null >/dev/null 2>&1 || {
        say 'systemd-nspawn boots no system here'
        exit 1
    }
done
echo "$kept"
