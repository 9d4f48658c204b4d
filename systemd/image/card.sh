#!/bin/sh
# The image of a card, `card.sh FOLDER` (root): FOLDER/card from FOLDER/root and from FOLDER/firmware, which is what
# Debian puts at /boot/firmware. It has three partitions: MINIGAMBOOT (FAT), minigamroot (ext4, which is only read), and
# MINIGAMDATA (ext4, almost empty), which the first start makes as large as the card allows. Files are put into file
# systems without mounting them. The same files make the same bytes: hence the numbers below, and SOURCE_DATE_EPOCH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
mib=$((1024 * 1024))
boot_mib=256 data_mib=256
number_of_card=6d696e69

export MTOOLS_SKIP_CHECK=1 TZ=UTC
tool() { "$here/tool.sh" "$@" </dev/null; }

uuid() { echo "$number_of_card-6761-4d00-8000-00000000000$1"; }

# Debian's firmware and kernel, and what this project says about them.
fill_boot() {
    rm -rf boot
    cp -r firmware boot
    mv boot/vmlinuz-* boot/vmlinuz
    mv boot/initrd.img-* boot/initrd.img
    mkdir -p boot/overlays
    cp "$here"/boot/*.txt boot/
    ! [ -e "$here/minigam.toml" ] || cp "$here/minigam.toml" boot/
    cp "$here/boot/minigam-spi.dts" .
    tool dtc -q -@ -I dts -O dtb -o boot/overlays/minigam-spi.dtbo minigam-spi.dts
    find boot -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# In an order that does not depend on this machine's disk.
make_boot() {
    truncate -s "$((boot_mib * mib))" 1
    tool mkfs.vfat --invariant -i "$number_of_card" -n MINIGAMBOOT 1 >/dev/null
    find boot -mindepth 1 -printf '%P\n' | LC_ALL=C sort | while read -r file; do
        if [ -d "boot/$file" ]; then tool mmd -i 1 "::/$file"; else tool mcopy -m -i 1 "boot/$file" "::/$file"; fi
    done
}

ext4() { # NUMBER LABEL MIB PERMISSIONS OPTION...
    number=$1 label=$2 permissions=$4
    truncate -s "$(($3 * mib))" "$number"
    shift 4
    tool mke2fs -q -t ext4 -T default -b 4096 -m 0 -L "$label" -U "$(uuid "$number")" \
        -E "hash_seed=$(uuid 9),lazy_itable_init=0,root_owner=0:0,root_perms=$permissions" "$@" "$number"
}

# What nobody writes needs no journal.
make_root() {
    size=$(du -sxm --apparent-size root | cut -f 1)
    ext4 2 minigamroot "$((size * 23 / 20 + 64))" 755 -O ^has_journal -d root
}

join() {
    start=$mib
    printf '%s\n' 'label: dos' "label-id: 0x$number_of_card" >table
    truncate -s "$mib" card.new
    for part in 1:c 2:83 3:83; do
        number=${part%:*}
        size=$(stat -c %s "$number")
        echo "start=$((start / 512)), size=$((size / 512)), type=${part#*:}" >>table
        truncate -s "$((start + size))" card.new
        dd if="$number" of=card.new bs=1M seek="$((start / mib))" conv=sparse,notrunc status=none
        start=$((start + size))
    done
    "$here/tool.sh" sfdisk -q card.new <table
}

rm -f 1 2 3 card.new card
fill_boot
make_boot
make_root
ext4 3 MINIGAMDATA "$data_mib" 700 -J size=32  # what it holds is seen in the layers over the root, and there only
join
rm -r 1 2 3 table boot minigam-spi.dts
mv card.new card
