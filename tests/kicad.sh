#!/bin/sh
# Print the folder of a system with KiCad 9 and its libraries: `/` where Debian 13's is installed, otherwise a
# Debian 13 in the user's cache, which the first call makes (root; about 1.2 GB, some minutes). Debian 12 has KiCad 6,
# which cannot check a board without a screen.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/kicad
say() { printf 'minigam: %s\n' "$1" >&2; }

case $(kicad-cli version 2>/dev/null) in
    9.*) if [ -d /usr/share/kicad/symbols ] && [ -d /usr/share/kicad/footprints ]; then echo /; exit 0; fi ;;
esac
if [ -x "$kept/usr/bin/kicad-cli" ]; then echo "$kept"; exit 0; fi
if ! unshare --mount true 2>/dev/null
then say 'KiCad 9 is not here; only root can make a Debian 13 that has it'; exit 1; fi
"$here/debian.sh" mmdebstrap
mkdir -p "$(dirname "$kept")"
exec 8>"$kept.lock"
flock 8
if [ ! -x "$kept/usr/bin/kicad-cli" ]; then
    say "making a Debian 13 with KiCad (1.2 GB, some minutes, once)"
    mirror=$("$here/../systemd/image/mirror.sh")
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    work=$(mktemp -d "$kept.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    # Without what the packages recommend, above all 6 GB of 3D models; nor manuals and translations.
    if ! mmdebstrap --quiet --variant=essential --keyring="$key" \
        --include=kicad,kicad-symbols,kicad-footprints,fonts-dejavu-core \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --aptopt='APT::Install-Recommends "false"' trixie "$work" "deb $mirror trixie main" >&2
    then say 'Debian 13 with KiCad could not be made: see above'; exit 1; fi
    chmod 755 "$work"
    rm -rf "$kept"
    mv -T "$work" "$kept"
    trap - EXIT
fi
echo "$kept"
