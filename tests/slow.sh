#!/bin/sh
# The tests that `quick.sh` leaves out: `make test-all` runs both. With CI=true a suite that cannot run is a failure,
# but one. All of it is ended after TEST_MINUTES (120), or at TEST_END; before that, what has no time left is named and not
# begun.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
if [ "${MINIGAM_LIMITED:-}" != "$0" ]; then
    MINIGAM_LIMITED=$0 exec "$bin/python" -m tests.limited "${TEST_MINUTES:-120}" "$0" "$@"
fi
say() { printf 'minigam: %s\n' "$1" >&2; }

say 'looking for what the tests need from Debian'
MINIGAM_MISSING=$(tests/debian.sh --missing browser cage espeak gnubg kicad micropython minisign mosquitto networkmanager proxy shim sigrok spice systemd boot pi power virtual)
export MINIGAM_MISSING
skip=
for suite in $MINIGAM_MISSING; do
    # The kiosk's picture and KiCad want more than a container may be allowed: to mount, and a gigabyte.
    case ${CI:-}:$suite in true:cage | true:kicad | true:boot | true:pi) ;; true:*) exit 1 ;; esac
    skip="$skip --skip-$suite"
done
[ -z "$skip" ] || say "skipped, since what they need is not here: the tests marked$MINIGAM_MISSING"
# They come by themselves: see machines.sh and timed.sh.
skip="$skip --skip-boot --skip-pi --skip-pi_boot --skip-power --skip-virtual"
# Python starts a thousand times: it need not compile the same again.
unset PYTHONDONTWRITEBYTECODE
# Hundreds of games sync every event: in memory that costs no time.
memory=/dev/shm
[ -w "$memory" ] && [ "$(df -k --output=avail "$memory" | tail -n 1)" -gt 2000000 ] || memory=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d -p "$memory" minigam.XXXXXX)
export TMPDIR
machines=
trap '[ -z "$machines" ] || kill -- "-$machines" || true; rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM HUP

# Machines that may be slow run beside all other tests, in a session of their own that can be ended, and are told
# after them.
setsid tests/machines.sh >"$TMPDIR/machines" 2>&1 &
machines=$!
status=0
# One more than the two processors a small machine has: a test often waits for a daemon or a browser.
# shellcheck disable=SC2086  # a list of words on purpose
"$bin/python" -m pytest -n 3 --dist worksteal --durations=30 $skip -m 'not quick and not timed and not long' || status=1

printf '\nThe machines, which ran beside:\n\n'
wait "$machines" || status=1
machines=
cat "$TMPDIR/machines"
printf '\nBy the clock:\n\n'
# shellcheck disable=SC2086
! tests/fits.sh 20 'what goes by the clock (tests/timed.sh)' || tests/timed.sh $skip || status=1
printf '\nSome of `make test` in a bare system:\n\n'
# Of the other release, and of a user where root runs this: what depends on the system. `make bare` runs all tests in all
# four. It comes last, when the machine is free.
bare='-q tests/drivers tests/systemd'
other=trixie
! grep -q 'VERSION_CODENAME=trixie' /etc/os-release || other=bookworm
if ! tests/fits.sh 20 'some of the quick tests in a bare system (make bare)'
then :
elif [ "$(id -u)" = 0 ] && command -v git >/dev/null
then "$bin/python" -m tests.bare "$other-user" --command make test "TEST=$bare" || status=1
else say 'no bare system was made (make bare): it needs root and git'
fi
printf '\nWhat was done to it on purpose, and what came of it:\n\n'
"$bin/python" -m tests.faults
if [ "$status" != 0 ]; then
    printf '\nWhat failed:\n\n'
    cat build/failed 2>/dev/null || true
    grep -H '^FAILED\|^ERROR\|^minigam: ' build/bare/*.log || true
fi
cat build/left-out 2>/dev/null || true
exit "$status"
