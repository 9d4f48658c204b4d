#!/bin/sh
# Debian's kernel in a cache, with a first system in memory that goes over to this machine's own root,
# read only, and starts a program there: `kernel.sh` prints the folder with `vmlinuz` and `initrd`. apt
# checks what it fetches; nothing is installed.
set -eu
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/kernel
here=$(cd "$(dirname "$0")" && pwd)
say() { printf 'minigam: %s\n' "$1" >&2; }

if cmp -s "$here/kernel.init" "$kept/init"; then echo "$kept"; exit 0; fi
[ "$(dpkg --print-architecture)" = amd64 ] || { say 'the kernel for QEMU is that of a PC'; exit 1; }
mkdir -p "$(dirname "$kept")"
work=$(mktemp -d "$kept.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/first/bin" "$work/first/lib/modules" "$work/first/root"

cd "$work"
fetch() {
    package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p')
    apt-get -qq -o APT::Sandbox::User="$(id -un)" download busybox-static "$package"
}
# Without lists, or with old ones, it is asked again once they are new, which only root can have.
if ! fetch 2>/dev/null && { ! apt-get -qq update || ! fetch; }
then say "Debian's kernel could not be fetched: see above"; exit 1; fi
for file in *.deb; do dpkg-deb -x "$file" all; rm "$file"; done

version=${package#linux-image-}
modules=$(find all -type d -path "*/modules/$version")
mkdir "first/lib/modules/$version"
for part in arch crypto drivers/block drivers/virtio fs/9p fs/ext4 fs/fscache fs/jbd2 fs/netfs lib net/9p
do
    mkdir -p "first/lib/modules/$version/$part"
    cp -R "$modules/kernel/$part/." "first/lib/modules/$version/$part"
done
cp "$modules"/kernel/fs/mbcache.ko* "first/lib/modules/$version/fs"
find first -name '*.ko.xz' -exec xz -d {} +
find all -path '*bin/busybox' -exec cp {} first/bin \;
first/bin/busybox depmod -b "$work/first" "$version"
cp "$here/kernel.init" first/init
(cd first && find . | ./bin/busybox cpio -o -H newc 2>/dev/null | gzip -1) >initrd
cp "all/boot/vmlinuz-$version" vmlinuz
cp first/init .
rm -rf all first
chmod 755 .
rm -rf "$kept"
mv -T "$work" "$kept"
trap - EXIT
echo "$kept"
