#!/bin/sh
# In the root of a card, as root: what makes a Debian start on a Pi as a board. The clone is at /tmp/clone.
set -eu
image=/tmp/clone/systemd/image
say() { printf 'minigam: %s\n' "$*"; }

install() {
    apt-get -qq install -y --no-install-recommends "$@" >/tmp/apt.log 2>&1 && return
    tail -n 30 /tmp/apt.log >&2
    exit 1
}

install_kernel() {
    say 'the kernel, and the firmware of a Pi'
    apt-get -qq update
    INITRD=No install linux-image-arm64 raspi-firmware
    kernel=$(basename /boot/vmlinuz-*)
    kernel=${kernel#vmlinuz-}
}

# What is only needed to build; all of it goes again, but for what others need.
tools() { echo gcc git make python3-dev "linux-headers-$kernel"; }

install_tools() {
    say 'a compiler'
    # shellcheck disable=SC2046  # names of packages
    install $(tools)
}

remove_tools() {
    # shellcheck disable=SC2046  # names of packages
    apt-get -qq purge --auto-remove -y -o APT::AutoRemove::RecommendsImportant=false \
        -o APT::AutoRemove::SuggestsImportant=false $(tools) >/dev/null
}

# An image that cannot do what it was made for is not made.
check() {
    programs='/opt/minigam/current/bin/minigam avahi-daemon nmcli'
    [ "${KIOSK:-}" != 1 ] || programs="$programs cage chromium seatd wlr-randr"
    for program in $programs; do
        command -v "$program" >/dev/null && continue
        say "expected $program in the image, got none" >&2
        exit 1
    done
}

build_gpiomem() {
    say 'the module gpiomem'
    cp -r "$image/gpiomem" /tmp/gpiomem
    make -s -C "/lib/modules/$kernel/build" M=/tmp/gpiomem modules
    strip --strip-debug /tmp/gpiomem/gpiomem.ko
    mkdir -p "/lib/modules/$kernel/updates"
    cp /tmp/gpiomem/gpiomem.ko "/lib/modules/$kernel/updates/"
    depmod "$kernel"
}

install_minigam() {
    say 'minigam'
    PI=1 /tmp/clone/systemd/install.sh install
}

set_up_system() {
    echo minigam >/etc/hostname
    printf '127.0.0.1 localhost\n::1 localhost\n' >/etc/hosts  # libnss-myhostname answers for its own name
    mkdir -p /data
    systemctl -q enable minigam-grow minigam-setup minigam-setup-file NetworkManager avahi-daemon systemd-timesyncd
    passwd -q -l root
}

# Not the mirrors of the machine where the image is made.
set_sources() {
    . /etc/os-release
    rm -rf /etc/apt/sources.list.d/*
    cat >/etc/apt/sources.list <<END
deb http://deb.debian.org/debian $VERSION_CODENAME main non-free-firmware
deb http://deb.debian.org/debian $VERSION_CODENAME-updates main non-free-firmware
deb http://security.debian.org/debian-security $VERSION_CODENAME-security main non-free-firmware
END
}

# What differs from one time to the next, and what a card does not need.
clean() {
    apt-get clean
    rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/*-old /var/lib/dpkg/*-old /var/cache/ldconfig
    rm -rf /root/.cache /root/.config /etc/ssh
    find /var/log -type f -delete
    : >/etc/machine-id
    rm -f /var/lib/dbus/machine-id /etc/*- /boot/initrd.img* /boot/vmlinuz*
}

install_kernel
install_tools
build_gpiomem
install_minigam
remove_tools
check
set_up_system
set_sources
update-initramfs -c -k "$kernel"
clean
