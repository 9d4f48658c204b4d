#!/bin/sh
# Install what tests need from Debian: when that is possible. Otherwise name it in one line and
# fail, so that the caller can skip that suite.
set -eu
missing=
for need in chromium:chromium; do
    command -v "${need%%:*}" >/dev/null 2>&1 || missing="$missing ${need##*:}"
done
[ -n "$missing" ] || exit 0
export DEBIAN_FRONTEND=noninteractive
if [ "$(id -u)" = 0 ]; then sudo=; else sudo="sudo -n"; fi
# shellcheck disable=SC2086  # a list of words on purpose
if $sudo true 2>/dev/null && $sudo apt-get -qq update && $sudo apt-get -qq install -y $missing >/dev/null 2>&1
then exit 0; fi
printf 'minigam: please run: sudo apt install%s\n' "$missing" >&2
exit 1
