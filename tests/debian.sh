#!/bin/sh
# Install what suites of tests need from Debian: `debian.sh SUITE...`, each a marker of pytest's or `hardware` (for
# `make drawings`), `mmdebstrap` or `venv`. Where that is not possible, all missing packages are named in one line, and
# the exit status is 1. `debian.sh --missing SUITE...` then prints the suites that cannot run, and succeeds.
# MINIGAM_MISSING holds suites whose packages were found missing, and named, before.
set -eu
cd "$(dirname "$0")/.."
print=
if [ "$1" = --missing ]; then print=yes; shift; fi
machine='e2fsprogs gcc libc6-dev libelf1 make qemu-system-x86 xz-utils'

say() { printf 'minigam: %s\n' "$1" >&2; }

packages_of() {
    case $1 in
        # libatomic1 is for the node inside Playwright, the font for the same line breaks everywhere.
        # A browser that is here will do; the one without windows is quicker.
        browser)
            [ -x /usr/bin/chromium ] || echo chromium-headless-shell
            echo libatomic1 fonts-dejavu-core
            ;;
        cage | kicad | pi_boot) if is_root; then echo mmdebstrap; fi ;;
        espeak) echo espeak-ng ;;
        gnubg) echo gnubg ;;
        minisign) echo minisign ;;
        mosquitto) echo mosquitto ;;
        networkmanager) echo dbus python3-dbusmock ;;
        power) echo "$machine" ;;
        proxy) if is_root; then echo iproute2 nginx-light socat; fi ;;
        # The drivers of a Pi's strip and, for newer Pythons, of its pins come as source.
        shim) echo gcc libc6-dev python3-dev ;;
        sigrok) echo sigrok-cli ;;
        spice) echo ngspice ;;
        systemd) echo systemd udev ;;
        virtual) echo "$machine" mmdebstrap python3-dev ;;
        mmdebstrap) echo mmdebstrap ;;
        pi) if is_root; then echo arch-test mmdebstrap; fi ;;
        boot) echo minisign mmdebstrap systemd-container ;;
        hardware) echo graphviz openscad pngquant xvfb xauth ;;
        venv) echo python3-venv ;;
    esac
}

# What is not a package: it is fetched or built aside.
prepare() {
    case $1 in
        cage) tests/cage.sh ;;
        kicad) tests/kicad.sh >/dev/null ;;
        micropython) tests/micropython.sh ;;
        pi | pi_boot) systemd/image/binfmt.sh ;;
        shim) systemd/lgpio.sh .venv && build_strip ;;
        systemd)
            is_root || [ -d /run/systemd ] || {
                say 'systemd can be asked about units by root only, since it does not run here'
                return 1
            }
            ;;
    esac
}

build_strip() {
    .venv/bin/python -c 'import sys; from importlib.util import find_spec; sys.exit(not find_spec("_rpi_ws281x"))' && return
    say 'building rpi_ws281x'
    set -- .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes
    "$@" -r requirements/source.txt && "$@" --no-build-isolation -r requirements/strip.txt
}

is_root() { [ "$(id -u)" = 0 ]; }
as_root() { if is_root; then "$@"; else sudo -n "$@" 2>/dev/null; fi; }

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_of() { # the packages that a suite lacks
    for package in $(packages_of "$1"); do
        is_installed "$package" || echo "$package"
    done
}

suites=
lacking=
for suite in "$@"; do
    case " ${MINIGAM_MISSING:-} " in *" $suite "*) lacking="$lacking $suite" ;; *) suites="$suites $suite" ;; esac
done

missing_of_all() {
    missing=
    for suite in $suites; do
        for package in $(missing_of "$suite"); do missing="$missing $package"; done
    done
    echo "$missing" | tr ' ' '\n' | sort -u | xargs
}

missing=$(missing_of_all)
if [ -n "$missing" ] && as_root true; then
    say "installing from Debian (this may take some minutes): $missing"
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get -qq update >/dev/null 2>&1 || true
    # One that this release does not have keeps none of the others from being installed.
    known=$(for package in $missing; do apt-cache show "$package" >/dev/null 2>&1 && echo "$package"; done || true)
    # Without what they recommend, which is for screens. Another apt, such as the daily upgrades, is waited for.
    # shellcheck disable=SC2086  # a list of words on purpose
    as_root apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends $known >/dev/null 2>&1 || true
    missing=$(missing_of_all)
fi
[ -z "$missing" ] || say "please run: sudo apt install $missing"

for suite in $suites; do
    if [ -n "$(missing_of "$suite")" ] || ! prepare "$suite"; then lacking="$lacking $suite"; fi
done
if [ -n "$print" ]; then echo "$lacking"; else [ -z "$lacking" ]; fi
