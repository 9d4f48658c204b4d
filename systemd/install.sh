#!/bin/sh
# `sudo make install` puts this clone onto the system; `sudo make upgrade` replaces what is there. Both may
# be run again. Every version is a virtual environment of its own beside the others, and `current` points
# to the one that runs; where a new one does not become ready, or where this is broken off, the old one
# comes back by itself. Where not even that was possible, as after a cut of power, the next run goes on
# with it, since `upgrading` names the version before.
#   YES=1    do not ask before config.txt is changed
#   KIOSK=1  also show the page on the Pi's own screen
#   BROKER=1 also set Mosquitto up, so that boards meet here: docs/club-network.md
#   CLUB=1   that, and the service of a club's evening: docs/club.md
#   WHEELS=FOLDER  packages are taken from there; a release carries such a folder
#   WAIT=PORT      an upgrade waits until no game is going on at the page of this port
#   PI=1     this is to run on a Pi up to the 4, whatever it is installed on, as where a card's image is made
set -eu
# shellcheck source=systemd/common.sh
. "$(dirname "$0")/common.sh"
kept_backups=3

is_a_pi() { [ "${PI:-}" = 1 ] || grep -qs 'Raspberry Pi' "$root/proc/device-tree/model"; }

is_a_pi_5() { grep -qsa 'brcm,bcm2712' "$root/proc/device-tree/compatible"; }

need_systemd() {
    command -v systemctl >/dev/null || fail "expected systemd, found none: use Raspberry Pi OS or Debian"
}

need_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "expected Python 3.11 or newer, got $(python3 --version): use Raspberry Pi OS Bookworm or later"
    python3 -c 'import sys; sys.exit(sys.maxsize < 2**32)' ||
        fail "expected a 64-bit system, got a 32-bit Python: some packages exist for 64 bits only; write the 64-bit \
Raspberry Pi OS to the card (Zero 2 W, 3, 4, 5)"
}

# What is missing of these packages is fetched.
need_packages() {
    missing=
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "fetching from Debian:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # a list of words on purpose
    if apt-get -qq update && apt-get -qq -o DPkg::Lock::Timeout=300 install -y $missing >/dev/null; then return; fi
    fail "that failed: see above. Nothing was changed; run this again when there is a network"
}

# `minigam update` verifies signatures by it. All else works without, so a system without a network is not refused.
want_minisign() {
    if (need_packages minisign) 2>/dev/null; then return; fi
    say "minisign cannot be fetched: minigam update needs it, so install it later (apt install minisign)"
}

# A release's tree is named for its number, such as 0.2.0, as long as it holds what it was made of. A clone's is
# such as 0.1.0-f7412ba. What is not a commit is named for what is in it too, such as
# 0.1.0-f7412ba-5f0c9d21e7; without git, 0.1.0-5f0c9d21e7.
version() {
    number=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$clone/controller/minigam/__init__.py")
    if is_release; then echo "$number"; return; fi
    commit=$(in_git describe --always --exclude '*' 2>/dev/null) || commit=
    changes=$(in_git status --porcelain 2>/dev/null) || changes=unknown
    if [ -z "$commit" ] || [ -n "$changes" ]; then commit="$commit${commit:+-}$(content)"; fi
    echo "$number-$commit"
}

# The clone may be another user's, as where an image is made.
in_git() { git -C "$clone" -c "safe.directory=$clone" "$@"; }

is_release() { [ -e "$clone/RELEASE" ] && [ "$(cat "$clone/RELEASE")" = "$(content)" ]; }

# A hash of all files that an installation is made of.
content() {
    (cd "$clone" && find controller firmware hardware requirements systemd pyproject.toml -type f \
        ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum | cut -c -10
}

# Where packages lie: those of a release for this machine, or of WHEELS.
wheels() {
    echo "${WHEELS:-$clone/wheels/$(uname -m)-$(python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])')}"
}

# Without debugging symbols, which hold the folder that pip builds in: each build makes the same bytes.
export CFLAGS=-g0

pip_install() { "$there/bin/pip" install --quiet --disable-pip-version-check "$@"; }

# Wheels whose hashes are locked, and no others. Source may run anything as root: where there is no wheel,
# which is so of a few for a Pi, it is locked too, and so is what builds it. Where the wheels at hand are all
# that a set needs, they come with a list of their own hashes, and nothing is fetched.
install_locked() {
    if all_here "$1"; then
        pip_install --require-hashes --no-index --find-links "$wheels" -r "$wheels/$1.txt"
    elif [ -d "$wheels" ]; then
        pip_install --require-hashes --no-build-isolation --find-links "$wheels" -r "$clone/requirements/$1.txt"
    else
        pip_install --require-hashes --no-build-isolation -r "$clone/requirements/$1.txt"
    fi
}

all_here() { [ -e "$wheels/$1.txt" ]; }

install_for_a_pi() {
    if is_a_pi_5; then set=pi5; else set=pi; fi
    if all_here "$set"; then install_locked "$set"; return; fi
    need_packages gcc python3-dev
    install_locked source && "$clone/systemd/lgpio.sh" "$there" && install_locked "$set"
}

install_package() {
    wheels=$(wheels)
    python3 -m venv "$there" &&
        if is_a_pi; then install_for_a_pi; else install_locked run; fi &&
        if wants_club; then install_locked club; fi &&
        pip_install --no-index --no-deps --no-build-isolation "$clone"
}

# Asked for now, or at an earlier time.
wants_club() { [ "${CLUB:-}" = 1 ] || [ -e "$club_unit" ]; }

# A version with its unit files beside it, so that it can come back with them.
build() {
    there=$opt/versions/$1
    say "installing $1 into $there (this takes some minutes on a Pi)"
    if ! install_package; then
        [ "$1" = "$(installed)" ] || rm -rf "$there"
        fail "that failed: see above. What was installed before goes on"
    fi
    put_units "$there/system"
}

# Beside it first: where this is broken off, what was there stays, and with it the unit files of a
# version that is installed again.
put_units() {
    rm -rf "$1.new"
    cp -r "$clone/systemd" "$1.new"
    rm -rf "$1"
    mv "$1.new" "$1"
}

# The unit files of the current version, those of another gone.
put_files() {
    { places; asked_for "$kiosk_unit"; asked_for "$club_unit"; } |
        while read -r name place; do put_file "$opt/current/system/$name" "$place"; done
}

asked_for() { if [ -e "$1" ]; then echo "${1##*/} $1"; fi; }

# What is there already is left alone: where the disk is full, that is the way back.
put_file() {
    rm -f "$2.new"  # of a time that was broken off
    if [ ! -e "$1" ]; then
        rm -f "$2"
    elif ! cmp -s "$1" "$2"; then
        install -D -m 644 "$1" "$2.new" && mv -f "$2.new" "$2"
    fi
}

# The version is on the medium before the link to it: a cut of power must not leave the link alone.
switch_to() {
    ln -sfn "versions/$1" "$opt/current.new"
    sync
    mv -fT "$opt/current.new" "$opt/current"
    put_files
    sync
    tell_system
}

# The version before the one that is being put in its place, as long as that is not done.
broken_off() { cat "$opt/upgrading" 2>/dev/null || true; }

begin_upgrade() {
    echo "$1" >"$opt/upgrading.new" && sync && mv -f "$opt/upgrading.new" "$opt/upgrading"
}

end_upgrade() {
    rm -f "$opt/upgrading"
    sync
}

# In this order: the users, then what belongs to them.
tell_system() {
    if [ -e "$root/etc/sysusers.d/minigam.conf" ]; then systemd-sysusers minigam.conf; fi
    booted || return 0
    systemctl daemon-reload
    if [ -e "$root/etc/modules-load.d/minigam.conf" ]; then systemctl restart systemd-modules-load || true; fi
    if [ -S "$root/run/udev/control" ]; then  # not in a container
        udevadm control --reload
        udevadm trigger || true  # a device that refuses is none of ours
    fi
}

put_command() {
    if [ -e "$command" ] && ! our_command; then
        say "left $command as it is: it is not minigam's"
    else
        ln -sfn "$opt/current/bin/minigam" "$command"
    fi
}

# The key that `minigam update` trusts. An upgrade leaves it alone.
put_key() {
    [ -e "$clone/systemd/release.pub" ] || return 0
    install -D -m 644 "$clone/systemd/release.pub" "$key"
}

# As long as it takes; the version that was built is then ready to be put in its place.
await_end_of_game() {
    [ -n "${WAIT:-}" ] && booted || return 0
    "$there/bin/minigam" update --await --port "$WAIT" && return
    [ "$1" = "$(installed)" ] || rm -rf "$there"
    fail "the update has not begun: see above. What was installed before goes on"
}

# Ready, or not: the unit is of Type=notify, so this returns when the daemon has said that it plays.
start() { systemctl restart minigam; }

# Games as they are before another version touches them, since an older one may not read them then. The
# command's own words tell which file it is: by the times of files, a Pi without a clock cannot.
back_up() {
    [ -e "$data/journal.sqlite" ] || return 0
    "$opt/current/bin/minigam" backup --help >/dev/null 2>&1 || return 0
    if listed=$(as_minigam games 2>/dev/null) && [ -z "$listed" ]; then return 0; fi  # nobody has played yet
    said=$(runuser -u minigam -- mkdir -p -m 700 "$data/backups" && as_minigam backup "$data/backups") ||
        fail "the games could not be backed up: see above"
    say "$said"
    backup=${said#"written and read again: "}
    [ -f "$backup" ] || fail "expected the backup's file to be told, got: $said"
}

as_minigam() {
    name=$1
    shift
    runuser -u minigam -- "$opt/current/bin/minigam" "$name" --data "$data" "$@"
}

# From version $1 (may be none) to $2.
take_over() {
    backup=
    if [ -n "$1" ] && [ "$1" != "$2" ]; then
        trap 'go_back "$old" "$new"' EXIT HUP INT QUIT TERM PIPE
        begin_upgrade "$1"
        if booted; then systemctl stop minigam; fi
        back_up
    fi
    switch_to "$2"
    if booted; then await_ready "$1" "$2"; fi
    end_upgrade
    trap - EXIT HUP INT QUIT TERM PIPE
}

await_ready() {
    began=$(date +%s)
    if start; then
        say "$2 was ready after $(($(date +%s) - began)) s"
    elif [ -z "$1" ] || [ "$1" = "$2" ]; then
        unready=1
    else
        say "$2 does not become ready; it said last:" >&2
        journalctl -q _SYSTEMD_UNIT=minigam.service -n 30 --no-pager -o cat >&2 || true  # not of its restarts
        exit 1
    fi
}

# Whatever has ended the way from $1 to $2: a step that failed, a hand, or a connection that was lost.
# Nothing ends the way back, which tries each of its steps.
go_back() {
    trap '' HUP INT QUIT TERM PIPE
    trap - EXIT
    say "going back to $1" >&2
    if booted; then systemctl stop minigam || true; fi
    switch_to "$1" || true
    if [ "$(installed)" != "$1" ]; then
        if booted; then start || true; fi
        fail "that failed: see above. Free some space, and run this again"
    fi
    if booted && ! start_old; then
        fail "$1 does not become ready any more either: journalctl -u minigam -e says why"
    fi
    end_upgrade || true
    rm -rf "$opt/versions/$2" || true
    fail "$1 plays again as before; nothing of its games is lost"
}

# What the new version did to the games is undone only where the old one cannot read them.
start_old() {
    start || { [ -n "$backup" ] && systemctl stop minigam && as_minigam restore "$backup" && start; }
}

# The current version and the one before it stay, and a few backups.
forget_older() {
    for version in "$opt"/versions/*; do
        case ${version##*/} in "$1" | "$2") ;; *) rm -rf "$version" ;; esac
    done
    [ -n "$backup" ] || return 0
    # As its owner, who may have put a link there.
    # shellcheck disable=SC2016  # for that shell
    runuser -u minigam -- sh -c '
        ls -t "$1"/backups/*.tar.gz | grep -vxF "$2" | tail -n "+$3" | xargs -r -d "\n" rm -f
    ' sh "$data" "$backup" "$kept_backups"
}

# On a desktop it takes the login screen's place, hence the force.
put_kiosk() {
    [ "${KIOSK:-}" = 1 ] || return 0
    need_packages cage chromium seatd wlr-randr
    touch "$kiosk_unit"
    put_files
    tell_system
    systemctl -q enable --force minigam-kiosk
    say "the Pi's screen shows the page from the next start on"
}

# Mosquitto for a club. Its keys and users are made once, and stay. What it reads is its own user's, since it
# reads that again when it is not root any more; the rest of the folder is root's.
put_broker() {
    [ "${BROKER:-}" = 1 ] || [ "${CLUB:-}" = 1 ] || return 0
    need_packages mosquitto
    mkdir -p -m 755 "$(dirname "$club")"
    [ -e "$club/club.json" ] || "$opt/current/bin/minigam" club init "$club" >/dev/null ||
        fail "the club could not be made: see above"
    chmod 711 "$club"
    chown -Rh mosquitto: "$club/broker"
    mkdir -p "$(dirname "$broker_conf")"
    ln -sfn "$club/broker/minigam.conf" "$broker_conf"
    systemctl -q enable mosquitto
    if booted && ! systemctl restart mosquitto; then
        rm -f "$broker_conf"
        systemctl restart mosquitto || true
        fail "Mosquitto does not start with these settings, and runs without them: see
journalctl -u mosquitto -e, and the other files in $(dirname "$broker_conf")"
    fi
    say "$("$opt/current/bin/minigam" club list "$club" | head -n 1)"
    say "for each board: sudo minigam club add $club NAME, then sudo systemctl reload mosquitto"
    say "keep a copy of $club where nobody else reads it; docs/club-network.md says more"
}

# The service reads what the broker's user desk was given.
put_club() {
    [ "${CLUB:-}" = 1 ] || return 0
    [ -e "$club/users/desk" ] || "$opt/current/bin/minigam" club add "$club" desk --role club >/dev/null ||
        fail "the broker's user desk could not be made: see above"
    touch "$club_unit"
    put_files
    tell_system
    systemctl -q enable minigam-club
    if booted; then
        systemctl reload mosquitto && systemctl start minigam-club ||
            fail "the club's evening does not start: journalctl -u minigam-club -e says why"
    fi
    say "the club's evening: journalctl -u minigam-club has its pages and the PIN; docs/club.md says more"
}

# An evening that runs goes on with the new version.
restart_club() { if booted && [ -e "$club_unit" ]; then systemctl try-restart minigam-club || true; fi; }

hint_at_pico() {
    for port in /dev/serial/by-id/*Pico*; do
        [ -e "$port" ] || return 0
        say "a Pico is plugged in; to put the firmware onto it: sudo systemctl stop minigam, then"
        say "    sudo minigam firmware install --board PROFILE, then sudo systemctl start minigam"
        return 0
    done
}

last_words() {
    say "done. Version $1 is in $opt/versions/$1, games are in $data"
    if booted; then
        say "the page is http://127.0.0.1:8080/ on this machine; it starts by itself at every boot"
    else
        say "no systemd runs here: it starts at the next boot"
    fi
    say "next: minigam doctor says what is missing, docs/installing.md what else there is"
}

main() {
    unready=
    need_root "$1"
    old=$(installed)
    new=$(version)
    before=$(broken_off)
    if [ -n "$before" ] && [ -d "$opt/versions/$before" ]; then
        say "going on with an upgrade from $before that was broken off"
        old=$before
    fi
    if [ "$1" = upgrade ]; then
        [ -n "$old" ] || fail "nothing is installed yet: run sudo make install"
        if [ "$old" = "$new" ] && [ -z "$before" ]; then say "$new is installed already"; return; fi
    fi
    need_systemd
    need_python
    need_packages python3-venv
    want_minisign
    build "$new"
    await_end_of_game "$new"
    take_over "$old" "$new"
    systemctl -q enable minigam minigam-setup.path
    restart_club
    forget_older "$old" "$new"
    put_command
    if [ "$1" = install ]; then
        put_key
        "$clone/systemd/boot-config.sh" add
        put_kiosk
        put_broker
        put_club
        hint_at_pico
    fi
    if [ -n "$unready" ]; then
        fail "installed, but it does not become ready yet: journalctl -u minigam -e says why, and minigam
doctor what is missing. Where config.txt has changed, restart the Pi; another board than the one with
buttons is told as docs/installing.md says"
    fi
    last_words "$new"
}

case ${1:-} in
    install | upgrade) main "$1" ;;
    *) say 'expected install.sh install or upgrade' >&2; exit 2 ;;
esac
