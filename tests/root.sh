#!/bin/sh
# A bare Debian in a cache: `root.sh bookworm` or `root.sh trixie` prints the folder of its root. It holds
# systemd, make, Python and minisign, and no more than these need. The first call makes it, which needs root.
set -eu
suite=$1
here=$(cd "$(dirname "$0")" && pwd)
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/boot
say() { printf 'minigam: %s\n' "$1" >&2; }

[ "$(id -u)" = 0 ] || { say 'making a fresh Debian needs root'; exit 1; }
mkdir -p "$kept"
exec 8>"$kept/$suite.lock"
flock 8
if [ ! -e "$kept/$suite/usr/bin/minisign" ]; then
    say "making a fresh $suite (a minute or two, once)"
    "$here/debian.sh" mmdebstrap
    mirror=$("$here/mirror.sh")
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    rm -rf "$kept/$suite.new"
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,python3-venv,make,udev,minisign \
        --keyring="$key" "$suite" "$kept/$suite.new" "deb $mirror $suite main" >&2
    rm -f "$kept/$suite.new/etc/apt/sources.list"
    rm -rf --one-file-system "${kept:?}/$suite"  # of an earlier list of packages
    mv -T "$kept/$suite.new" "$kept/$suite"
fi
echo "$kept/$suite"
