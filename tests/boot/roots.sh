#!/bin/sh
# Fresh systems to boot, and the packages that minigam needs in them without a network, in a cache:
# `roots.sh` prints the folder. Needs root, and a kernel that lets systemd-nspawn boot one; that is not
# asked of `roots.sh SUITE`, which makes one of them only.
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

make_root() { # SUITE
    [ ! -e "$kept/$1" ] || return 0
    say "making a fresh $1 (some minutes, once)"
    # shellcheck disable=SC2016  # apt's own variable
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/*$') || true
    [ -n "$mirror" ] || { say 'no Debian mirror is known here'; return 1; }
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    rm -rf "$kept/$1.new"
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,python3-venv,make,udev \
        --keyring="$key" "$1" "$kept/$1.new" "deb $mirror $1 main" >&2 &&
        rm -f "$kept/$1.new/etc/apt/sources.list" &&
        mv -T "$kept/$1.new" "$kept/$1"
}

# For the Python of each suite; made anew when what minigam needs has changed.
make_wheels() { # SUITE PYTHON-VERSION
    wheels=$kept/wheels-$1
    needs=$(sed -n '/^dependencies/,/^]/p' pyproject.toml)
    [ "$(cat "$wheels/made-for" 2>/dev/null)" != "$needs" ] || return 0
    say "fetching what minigam needs for the Python of $1"
    rm -rf "$wheels"
    mkdir -p "$wheels"
    "$python" -m pip wheel --quiet --wheel-dir "$wheels/any" . hatchling &&
        "$python" -m pip download --quiet --dest "$wheels" --only-binary=:all: --find-links "$wheels/any" \
            --python-version "$2" --platform any --platform manylinux2014_x86_64 \
            --platform manylinux_2_28_x86_64 "$wheels"/any/minigam-*.whl hatchling &&
        rm -rf "$wheels/any" "$wheels"/minigam-*.whl &&
        echo "$needs" >"$wheels/made-for"
}

for suite in bookworm:3.11 trixie:3.13; do
    [ "${1:-${suite%:*}}" = "${suite%:*}" ] || continue
    if ! make_root "${suite%:*}" || ! make_wheels "${suite%:*}" "${suite#*:}" 2>"$kept/log"; then
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
