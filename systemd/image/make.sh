#!/bin/sh
# `make image` (root): the image of a card for a Pi, and what it is made of, into build/image/. Another time makes the
# same bytes of the same commit, as long as Debian's mirror has the same packages.
#   KIOSK=1       with the page on the Pi's own screen
#   KEY=FILE.pub  the key that updates have to be signed with
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clone=$(cd "$here/../.." && pwd)
out=$clone/build/image
work=$out/work
architecture=arm64 suite=trixie
packages='systemd systemd-sysv udev dbus kmod systemd-timesyncd procps iproute2 util-linux fdisk e2fsprogs dosfstools
    network-manager wpasupplicant dnsmasq-base nftables wireless-regdb rfkill firmware-brcm80211 avahi-daemon
    polkitd libnss-myhostname initramfs-tools zstd python3 python3-venv minisign ca-certificates'

say() { printf 'minigam: %s\n' "$*"; }

fail() {
    say "$*" >&2
    exit 1
}

need_root() {
    [ "$(id -u)" = 0 ] || fail "expected to be root, got $(id -un): run sudo make image"
    command -v mmdebstrap >/dev/null || fail 'expected mmdebstrap, found none: run sudo apt install mmdebstrap'
}

# Times in the image are at most that of the commit.
set_time() {
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$clone" -c "safe.directory=$clone" log -1 --format=%ct)} ||
        fail "expected $clone to be a git clone, got something else: set SOURCE_DATE_EPOCH"
    export SOURCE_DATE_EPOCH
}

# Pages of manuals and translations are left out; licences stay.
make_debian() {
    mirror=$("$here/mirror.sh")
    security=$("$here/mirror.sh" debian-security)
    mmdebstrap --quiet --mode=root --variant=minbase --architectures="$architecture" --skip=check/qemu \
        --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
        --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --include="$(echo $packages | tr ' ' ,)" \
        "$suite" "$work/root" "deb $mirror $suite main non-free-firmware" \
        "deb $mirror $suite-updates main non-free-firmware" \
        "deb $security $suite-security main non-free-firmware"
}

fill_root() {
    cp -r "$here/root/." "$work/root/"
    mkdir -p "$work/firmware"
    "$here/enter.sh" "$work/root" "$work/firmware" /tmp/clone/systemd/image/inside.sh
    [ -z "${KEY:-}" ] || install -D -m 644 "$KEY" "$work/root/etc/minigam/release.pub"
    find "$work/root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

manifest() {
    echo "# $name: Debian's packages, then Python's"
    dpkg-query --admindir="$work/root/var/lib/dpkg" -W -f '${Package} ${Version}\n'
    (cd "$work/root/opt/minigam/current/lib" && ls -d python*/site-packages/*.dist-info) |
        sed 's,.*/\(.*\)-\([^-]*\)\.dist-info,\1 \2,'
}

# One thread or many make the same.
compress() {
    manifest >"$out/$name.manifest"
    xz --threads=2 --block-size=64MiB -6 --stdout "$work/card" >"$out/$name.img.xz.new"
    mv "$out/$name.img.xz.new" "$out/$name.img.xz"
    (cd "$out" && sha256sum "$name.img.xz" >"$name.img.xz.sha256")
}

need_root
set_time
"$here/binfmt.sh"
rm -rf --one-file-system "$work"
mkdir -p "$work"
say "Debian $suite for $architecture"
make_debian
fill_root
name=minigam-$(readlink "$work/root/opt/minigam/current" | xargs basename)-$architecture
say 'the card'
"$here/card.sh" "$work"
say 'compressing'
compress
say "done: $out/$name.img.xz ($(du -m "$out/$name.img.xz" | cut -f 1) MB)"
