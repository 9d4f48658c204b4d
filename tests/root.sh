#!/bin/sh
# A bare Debian in a cache: `root.sh bookworm` or `root.sh trixie` prints the folder of its root. It holds
# systemd, make, Python and minisign, and no more than these need. The first call makes it, which needs root.
# `root.sh SUITE arm64` and `root.sh SUITE armhf` make one of a Pi, which QEMU runs: with what Raspberry Pi OS Lite
# and `apt install git make python3-venv` have that minigam uses.
set -eu
suite=$1
arch=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/minigam
kept=$cache/boot/$suite
packages=systemd,systemd-sysv,python3-venv,make,udev,minisign
certificates=/etc/ssl/certs/ca-certificates.crt
say() { printf 'minigam: %s\n' "$1" >&2; }

make_root() { # OPTION...
    mirror=$("$here/../systemd/image/mirror.sh")
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    rm -rf "$kept.new"
    mmdebstrap --quiet --variant=minbase --include="$packages" "$@" \
        --keyring="$key" "$suite" "$kept.new" "deb $mirror $suite main" >&2
    rm -f "$kept.new/etc/apt/sources.list"
}

# The certificates are this machine's: to put together its own, QEMU would need a minute.
make_root_of_a_pi() {
    packages=$packages,gcc,git,iproute2,libc6-dev,procps
    make_root --arch="$arch" --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/ca-certificates*'
    rm -f "$kept.new/etc/apt/apt.conf.d/99mmdebstrap" "$kept.new/etc/dpkg/dpkg.cfg.d/99mmdebstrap"
    cp "$certificates" "$kept.new$certificates"
}

[ "$(id -u)" = 0 ] || { say 'making a fresh Debian needs root'; exit 1; }
if [ -n "$arch" ]; then
    kept=$cache/pi/$suite-$arch
    "$here/../systemd/image/binfmt.sh"
fi
mkdir -p "$(dirname "$kept")"
exec 8>"$kept.lock"
flock 8
if [ ! -e "$kept/usr/bin/minisign" ]; then
    say "making a fresh $suite${arch:+ for $arch} (a minute or two, once)"
    "$here/debian.sh" mmdebstrap ${arch:+pi}
    if [ -n "$arch" ]; then make_root_of_a_pi; else make_root; fi
    rm -rf --one-file-system "${kept:?}"  # of an earlier list of packages
    mv -T "$kept.new" "$kept"
fi
echo "$kept"
