#!/bin/sh
# `make boot-test`: minigam installed into a fresh Bookworm and a fresh Trixie, booted, broken and
# recovered, with times. The first run makes the systems and keeps them in the user's cache. With BOOT_SUITE it is one of
# the two only.
set -eu
cd "$(dirname "$0")/../.."
tests/debian.sh boot
tests/boot/roots.sh >/dev/null
# Of their own, since whole systems are in there: gone at the end, and nobody else tidies up meanwhile.
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
.venv/bin/python -m pytest -p no:cacheprovider --basetemp="$work/disks" tests/boot ${BOOT_SUITE:+-k "$BOOT_SUITE"} "$@"
