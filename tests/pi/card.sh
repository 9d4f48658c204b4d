#!/bin/sh
# Print the folder with the image of a card, `card`, in the user's cache. It is made by `make image` (root; a
# quarter of an hour), again when what an image is made of has changed.
set -eu
cd "$(dirname "$0")/../.."
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/pi/card
say() { printf 'minigam: %s\n' "$1" >&2; }

content() {
    find controller firmware hardware requirements systemd pyproject.toml -type f ! -path '*/__pycache__/*' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c -16
}

made_of=$(content)
if [ "$(cat "$kept/made-of" 2>/dev/null)" != "$made_of" ]; then
    [ "$(id -u)" = 0 ] || { say 'making the image of a card needs root'; exit 1; }
    say 'making the image of a card (a quarter of an hour)'
    mkdir -p "$kept"
    systemd/image/make.sh >"$kept/log" 2>&1 || { say "the image could not be made: see $kept/log"; exit 1; }
    rm -f "$kept/made-of"
    mv build/image/work/card "$kept/card"
    rm -rf --one-file-system build/image/work
    echo "$made_of" >"$kept/made-of"
fi
echo "$kept"
