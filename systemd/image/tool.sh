#!/bin/sh
# A program of the Debian 13 in the cache, in the folder where this is called (root): `tool.sh PROGRAM ARGUMENT...`.
# It sees that folder, and no other of this machine.
set -eu
tools=$("$(dirname "$0")/tools.sh")
export tools
# shellcheck disable=SC2016  # for that shell
exec unshare --mount sh -euc '
    mount --rbind . "$tools/mnt"
    exec chroot "$tools" sh -euc "cd /mnt && exec \"\$@\"" sh "$@"
' sh "$@"
