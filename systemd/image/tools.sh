#!/bin/sh
# Print the folder of a Debian 13 with QEMU and the programs that make card images, in the user's cache. The first
# call makes it (root; 600 MB, a minute), and so does the first one after the list of packages has changed. Debian
# 12's QEMU has no Pi 4, and its programs for users are not all static.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/pi/tools
suite=trixie
packages='qemu-system-arm qemu-user genimage mtools dosfstools e2fsprogs device-tree-compiler fdisk zstd xz-utils'
say() { printf 'minigam: %s\n' "$1" >&2; }

is_made() { [ "$(cat "$kept/made-of" 2>/dev/null)" = "$suite $packages" ]; }

make_root() { # FOLDER
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$("$here/mirror.sh") || return 1
    mmdebstrap --quiet --variant=minbase --keyring="$key" --aptopt='APT::Install-Recommends "false"' \
        --include="$(echo "$packages" | tr ' ' ,)" "$suite" "$1" "deb $mirror $suite main" >&2
}

if is_made; then echo "$kept"; exit 0; fi
[ "$(id -u)" = 0 ] || { say 'making a Debian 13 with QEMU needs root'; exit 1; }
command -v mmdebstrap >/dev/null || { say 'please run: sudo apt install mmdebstrap'; exit 1; }
mkdir -p "$(dirname "$kept")"
exec 8>"$kept.lock"
flock 8
if ! is_made; then
    say 'making a Debian 13 with QEMU (600 MB, a minute, once)'
    work=$(mktemp -d "$kept.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    make_root "$work" || { say 'a Debian 13 with QEMU could not be made: see above'; exit 1; }
    echo "$suite $packages" >"$work/made-of"
    chmod 755 "$work"
    # Who still works in the old one goes on with its files until they are closed.
    rm -rf --one-file-system "$kept"
    mv -T "$work" "$kept"
    trap - EXIT
fi
echo "$kept"
