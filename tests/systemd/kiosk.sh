#!/bin/sh
# The kiosk without a display, in namespaces of its own, so that all of it ends with this script:
#     unshare --mount --pid --fork --kill-child kiosk.sh ROOT FOLDER PLACE WORDS...
# ROOT: of a Debian with cage and Chromium; FOLDER: with `policy.json`, which goes to PLACE as the unit
# has it, and for the pictures; WORDS: what the unit starts. Each line of input names a picture to take,
# and is answered by `yes` or, while there is nothing to take it of, by `no`.
set -eu
root=$1 folder=$2 place=$3
shift 3
# A root of its own, not just a changed one: in that the kernel would deny Chromium its sandbox.
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
for memory in tmp run etc/chromium; do mount -t tmpfs -o mode=1777 tmpfs "$root/$memory"; done
mount --bind "$folder" "$root/mnt"
mkdir -p "$root${place%/*}"
cp "$folder/policy.json" "$root$place"
cd "$root"
pivot_root . .
umount -l .

# Nobody, without privileges, as in the unit.
inside() {
    setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin \
        HOME=/run XDG_RUNTIME_DIR=/run RUNTIME_DIRECTORY=/run \
        WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 "$@"
}
inside "$@" >/mnt/kiosk.log 2>&1 </dev/null &
while read -r name; do
    if inside WAYLAND_DISPLAY=wayland-0 grim -c - >"/mnt/$name" 2>/dev/null; then echo yes; else echo no; fi
done
