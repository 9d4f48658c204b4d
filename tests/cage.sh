#!/bin/sh
# Debian 13 with cage and Chromium in a folder of a cache, made by mmdebstrap: for the kiosk's picture.
# Debian 12's cage draws nothing without a display. Only root can make it, and be in it as in a system
# of its own, where Chromium finds its sandbox.
set -eu
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/kiosk
say() { printf 'minigam: %s\n' "$1" >&2; }

if ! unshare --mount --pid --fork true 2>/dev/null
then say 'the kiosk can be drawn only by root, on a system that lets root mount'; exit 1; fi
here=$(cd "$(dirname "$0")" && pwd)
[ ! -x "$kept/usr/bin/cage" ] || [ ! -x "$kept/usr/bin/wlr-randr" ] || exit 0
"$here/debian.sh" mmdebstrap
say "making a Debian 13 with cage and Chromium (some minutes, once)"
mirror=$("$here/../systemd/image/mirror.sh")
mkdir -p "$(dirname "$kept")"
work=$(mktemp -d "$kept.XXXXXX")
trap 'rm -rf "$work"' EXIT
if ! mmdebstrap --quiet --variant=essential --include=cage,chromium,grim,wlr-randr,fonts-dejavu-core \
    trixie "$work" "$mirror"
then say 'Debian 13 could not be fetched: see above'; exit 1; fi
chmod 755 "$work"
rm -rf "$kept"
mv -T "$work" "$kept"
trap - EXIT
