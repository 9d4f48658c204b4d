#!/bin/sh
# Debian's kernel for machines in QEMU, in a cache: `kernel.sh` prints the folder with `vmlinuz`, `initrd`, which
# holds their first programs (hil/virtual/init as `/init`, power/init as `/power`), `modules`, and
# `kmod.package`, which finds these. gpio-sim, which Debian leaves out, is built from Debian's own source of
# that kernel, and pi.c beside it. apt checks what it fetches; nothing is installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/kernel
made_of=$(cd "$here" && cat kernel.sh power/init hil/virtual/init hil/virtual/Kbuild hil/virtual/pi.c | sha256sum)
say() { printf 'minigam: %s\n' "$1" >&2; }

if [ "$(cat "$kept/made-of" 2>/dev/null)" = "$made_of" ]; then echo "$kept"; exit 0; fi
[ "$(dpkg --print-architecture)" = amd64 ] || { say 'the kernel for QEMU is that of a PC'; exit 1; }
say 'making the kernel of the virtual machines (a minute, once)'
mkdir -p "$(dirname "$kept")"
work=$(mktemp -d "$kept.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

needs() { apt-cache depends "$1" | sed -n 's/.*Depends: \(linux-[^ ]*\)$/\1/p'; }
fetch() {
    package=$(needs linux-image-amd64 | grep -m 1 'linux-image-[0-9]')
    version=${package#linux-image-}
    series=$(echo "$version" | cut -d. -f1-2)
    headers=linux-headers-$version
    # shellcheck disable=SC2046  # words on purpose
    apt-get -qq -o APT::Sandbox::User="$(id -un)" download busybox-static kmod "$package" "$headers" \
        $(needs "$headers" | grep -E -- '-common|-kbuild') "linux-source-$series"
}
# Without lists, or with old ones, it is asked again once they are new, which only root can have.
if ! fetch 2>/dev/null && { ! apt-get -qq update || ! fetch; }
then say "Debian's kernel could not be fetched: see above"; exit 1; fi
sources="drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c"
for source in $sources; do echo "*/$source"; done >wanted
dpkg-deb --fsys-tarfile linux-source-*.deb | tar -xO --wildcards '*.tar.xz' | xz -dc |
    tar -x --wildcards -T wanted
rm linux-source-*.deb
mv kmod_*.deb kmod.package
for file in *.deb; do dpkg-deb -x "$file" all; rm "$file"; done

mkdir build
for source in $sources; do cp "linux-source-$series/$source" build; done
cp "$here/hil/virtual/pi.c" "$here/hil/virtual/Kbuild" build
# The kernel keeps irq_to_desc for itself; this is the same, and it gives it away.
sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' build/irq_sim.c
# A line that is driven no longer goes back to its pull.
sed -i '/__set_bit(.*direction_map)/s/$/ __assign_bit(offset, chip->value_map, test_bit(offset, chip->pull_map));/' \
    build/gpio-sim.c
sed -i "s|/usr/src/|$work/all/usr/src/|" "all/usr/src/$headers/Makefile"
if ! make -s -C "all/usr/src/$headers" M="$work/build" CC=gcc modules >log 2>&1
then cat log >&2; say 'the modules for the kernel could not be built: see above'; exit 1; fi

modules=$work/modules/lib/modules/$version
packed=$(find all -type d -path "*/modules/$version")
for part in arch crypto drivers/block drivers/virtio drivers/char/virtio_console.ko \
    drivers/usb/class drivers/usb/common drivers/usb/core drivers/usb/gadget \
    fs/9p fs/autofs fs/configfs fs/ext4 fs/fscache fs/jbd2 fs/mbcache.ko fs/netfs lib net/9p
do
    mkdir -p "$modules/$(dirname "$part")"
    cp -R "$packed/kernel/$part" "$modules/$part"
done
cp "$packed"/modules.builtin* "$modules"
mkdir "$modules/bench"
cp build/*.ko "$modules/bench"
find modules -name '*.ko.xz' -exec xz -d {} +
busybox=$(find all -path '*bin/busybox')
"$busybox" depmod -b "$work/modules" "$version"
cp -R modules first
mkdir first/bin first/root
cp "$busybox" first/bin
cp "$here/hil/virtual/init" first
cp "$here/power/init" first/power
(cd first && find . | ./bin/busybox cpio -o -H newc 2>/dev/null | gzip -1) >initrd
cp "all/boot/vmlinuz-$version" vmlinuz
rm -rf all build first linux-source-* log wanted
echo "$made_of" >made-of
chmod 755 .
rm -rf "$kept"
mv -T "$work" "$kept"
trap - EXIT
echo "$kept"
