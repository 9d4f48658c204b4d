# What install.sh and uninstall.sh share: where things are, and small helpers. Sourced, not run.
# ROOT is a folder in place of /, for tests.
# shellcheck shell=sh disable=SC2034  # used by those who source this
root=${ROOT:-}
opt=$root/opt/minigam
data=$root/var/lib/minigam
command=$root/usr/local/bin/minigam
key=$root/etc/minigam/release.pub
clone=$(cd "$(dirname "$0")/.." && pwd)

# Nothing is the worse for it where nobody listens any more.
say() { printf 'minigam: %s\n' "$*" || true; }

fail() {
    say "$*" >&2
    exit 1
}

need_root() {
    [ "$(id -u)" = 0 ] || fail "expected to be root, got $(id -un): run sudo make $1"
}

# Whether systemd is in charge here: not in a chroot, where an image is made.
booted() { [ -d "$root/run/systemd/system" ]; }

# The version that is installed; nothing where none is.
installed() {
    if [ -L "$opt/current" ]; then basename "$(readlink "$opt/current")"; fi
}

# Whether the command is ours, and no other program's.
our_command() { case $(readlink "$command") in "$opt"/*) ;; *) return 1 ;; esac; }

# Each file of this folder and where it belongs on the system. Changes of one's own go beside them:
# `systemctl edit minigam`.
places() {
    cat <<PLACES
minigam.service $root/etc/systemd/system/minigam.service
minigam-update.path $root/etc/systemd/system/minigam-update.path
minigam-update.service $root/etc/systemd/system/minigam-update.service
minigam-setup.service $root/etc/systemd/system/minigam-setup.service
minigam-setup.path $root/etc/systemd/system/minigam-setup.path
minigam-setup-file.service $root/etc/systemd/system/minigam-setup-file.service
60-minigam-setup.rules $root/etc/polkit-1/rules.d/60-minigam-setup.rules
minigam-captive.conf $root/etc/NetworkManager/dnsmasq-shared.d/minigam.conf
minigam.sysusers.conf $root/etc/sysusers.d/minigam.conf
minigam.modules-load.conf $root/etc/modules-load.d/minigam.conf
60-minigam.rules $root/etc/udev/rules.d/60-minigam.rules
PLACES
}

# The Pi's own screen, where it was asked for.
kiosk_unit=$root/etc/systemd/system/minigam-kiosk.service

# A club's evening, where it was asked for.
club_unit=$root/etc/systemd/system/minigam-club.service

# The broker of a club, where it was asked for: its keys and users, and what Debian's Mosquitto reads of them.
club=$root/etc/minigam/club
broker_conf=$root/etc/mosquitto/conf.d/minigam.conf
