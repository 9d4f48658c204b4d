#!/bin/sh
# A command in the root of a card: `enter.sh ROOT BOOT COMMAND...` (root). The folder BOOT is mounted where a Pi has the
# card's first partition, this clone at /tmp/clone, to be read only, and what this machine needs to reach its Debian
# mirror and PyPI is there too. All of it is gone afterwards.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clone=$(cd "$here/../.." && pwd)
root=$(realpath "$1") boot=$(realpath "$2")
shift 2
certificates=/etc/ssl/certs/ca-certificates.crt
export clone root boot certificates
exec unshare --mount sh -euc '
    bind() {  # WHAT WHERE; a file or a folder
        if [ -d "$1" ]; then mkdir -p "$root$2"; else touch "$root$2"; fi
        mount --bind "$1" "$root$2"
    }
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t tmpfs tmpfs "$root/run"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    for device in null zero full random urandom tty; do bind /dev/$device /dev/$device; done
    mkdir "$root/dev/shm" "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    bind "$boot" /boot/firmware
    bind "$clone" /tmp/clone
    mount -o remount,bind,ro "$root/tmp/clone"
    bind /etc/resolv.conf /etc/resolv.conf
    ! [ -e "$certificates" ] || bind "$certificates" "$certificates"
    exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
        LC_ALL=C.UTF-8 TZ=UTC DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" PYTHONHASHSEED=0 \
        PIP_CERT="$certificates" ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} \
        KIOSK="${KIOSK:-}" chroot "$root" "$@"
' sh "$@"
