#!/bin/sh
# `sudo make uninstall`: everything that install.sh put onto the system goes; the games and a club's keys stay.
set -eu
# shellcheck source=systemd/common.sh
. "$(dirname "$0")/common.sh"
need_root uninstall
if booted; then systemctl stop minigam-update.path || true; fi
for unit in minigam-club.service minigam-kiosk.service minigam-setup.path minigam-setup.service minigam-setup-file.service minigam.service; do
    [ -e "$root/etc/systemd/system/$unit" ] || continue
    if booted; then systemctl stop "$unit"; fi
    systemctl -q disable "$unit"
done
# The login screen that the kiosk took the place of.
if [ -e "$kiosk_unit" ] && [ -e "$root/usr/lib/systemd/system/lightdm.service" ]; then
    systemctl -q enable --force lightdm
fi
places | while read -r _ place; do rm -f "$place"; done
rm -f "$kiosk_unit" "$club_unit"
if booted; then
    systemctl daemon-reload
    if [ -S "$root/run/udev/control" ]; then udevadm control --reload; fi
fi
# Mosquitto is other programs' too: it goes on without a club's ports.
if [ -L "$broker_conf" ]; then
    rm "$broker_conf"
    if booted; then systemctl restart mosquitto || true; fi
fi
rm -f "$key" "$(dirname "$key")/update.toml"
rmdir --ignore-fail-on-non-empty "$(dirname "$key")" 2>/dev/null || true
if our_command; then rm "$command"; fi
rm -rf "$opt" "$root/var/cache/minigam" "$root/var/lib/minigam-setup"
"$clone/systemd/boot-config.sh" remove
say "minigam is gone from the system"
if [ -e "$data" ]; then
    say "its games stay in $data, and so does their owner, the user minigam. To delete them for good:"
    say "    sudo rm -r $data && sudo userdel minigam"
fi
if [ -e "$club" ]; then
    say "the club's keys and users stay in $club; the broker uses them no more. To delete both for good:"
    say "    sudo rm -r $club && sudo apt purge mosquitto"
fi
