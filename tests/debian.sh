#!/bin/sh
# Install what a suite of tests needs from Debian (`debian.sh browser`, `boot`, `cage`, `espeak`, `gnubg`,
# `micropython`, `power`, `shim`, `systemd` or `virtual`), or what `make hardware` does (`debian.sh hardware`).
# Where that is not possible, name it in one line and fail, so that the caller can skip that suite.
set -eu
machine='e2fsprogs gcc libc6-dev libelf1 make qemu-system-x86 xz-utils'
case $1 in
    # libatomic1 is for the node inside Playwright, the font for the same line breaks everywhere.
    # A browser that is here will do; the one without windows is quicker.
    browser)
        packages='libatomic1 fonts-dejavu-core'
        [ -x /usr/bin/chromium ] || packages="chromium-headless-shell $packages"
        ;;
    espeak) packages=espeak-ng ;;
    gnubg) packages=gnubg ;;
    # Without what it recommends, which is for screens.
    power) packages=$machine lean=--no-install-recommends ;;
    shim) packages='gcc libc6-dev' ;;
    systemd) packages='systemd udev' ;;
    virtual) packages="$machine mmdebstrap python3-dev" lean=--no-install-recommends ;;
    mmdebstrap) packages=mmdebstrap ;;
    boot) packages='mmdebstrap systemd-container' ;;
    hardware) packages='graphviz openscad pngquant xvfb xauth' ;;
    # Not in Debian 12: there, Debian 13's is unpacked into a cache and nothing is installed.
    micropython) exec "$(dirname "$0")/micropython.sh" ;;
    cage) exec "$(dirname "$0")/cage.sh" ;;
esac
missing=
for package in $packages; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0
export DEBIAN_FRONTEND=noninteractive
if [ "$(id -u)" = 0 ]; then sudo=; else sudo="sudo -n"; fi
# shellcheck disable=SC2086  # a list of words on purpose
if $sudo true 2>/dev/null && $sudo apt-get -qq update && $sudo apt-get -qq install -y ${lean:-} $missing >/dev/null 2>&1
then exit 0; fi
printf 'minigam: please run: sudo apt install%s\n' "$missing" >&2
exit 1
