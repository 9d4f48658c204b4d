#!/bin/sh
# Every check and test, the slow ones last. With CI=true a suite that cannot run is a failure, but one.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
"$bin/ruff" check
"$bin/ruff" format --check
"$bin/mypy"
skip=
for suite in browser cage espeak gnubg micropython shim systemd; do
    if tests/debian.sh "$suite"; then continue; fi
    # The kiosk's picture wants more than a container may be allowed: to mount, and a gigabyte.
    [ "${CI:-}" != true ] || [ "$suite" = cage ] || exit 1
    printf '\nminigam: THE TESTS MARKED %s ARE SKIPPED: what they need is not here\n\n' "$suite" >&2
    skip="$skip --skip-$suite"
done
# They come by themselves, at the end.
skip="$skip --skip-boot --skip-power --skip-virtual"
# Hundreds of games sync every event: in memory that costs no time.
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df -k --output=avail "$memory" | tail -n 1)" -gt 2000000 ]; then
    TMPDIR=$(mktemp -d -p "$memory" minigam.XXXXXX)
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
fi
"$bin/python" -m tests.faults --forget

# Whole machines, one after another: one whose power is cut, one that the shipped unit takes for a Pi, and
# fresh systems, where this machine may boot them.
machines() {
    if tests/debian.sh power && tests/kernel.sh >/dev/null; then
        "$bin/python" -m pytest tests/power
    else
        printf '\nminigam: NO POWER WAS CUT (make power-test): see above for what it needs\n\n'
        [ "${CI:-}" != true ] || return 1
    fi
    if tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null; then
        "$bin/python" -m pytest tests/hil/virtual
    else
        printf '\nminigam: THERE IS NO VIRTUAL BENCH (make virtual-bench): see above for what it needs\n\n'
        [ "${CI:-}" != true ] || return 1
    fi
    if tests/debian.sh boot && tests/boot/roots.sh >/dev/null; then
        tests/boot/run.sh
    else
        printf '\nminigam: NO SYSTEM WAS BOOTED (make boot-test): see above for what it needs\n\n'
    fi
}

# They wait more than they work: beside all other tests, and told after them.
said=$(mktemp)
if [ $# = 0 ]; then (set -e; machines) >"$said" 2>&1 & else true & fi
beside=$!
status=0
# shellcheck disable=SC2086  # a list of words on purpose
"$bin/python" -m pytest -n 2 $skip "$@" || status=1
wait "$beside" || status=1
cat "$said"
rm "$said"
[ $# = 0 ] || exit "$status"

printf '\nWhat was done to it on purpose, and what came of it:\n\n'
"$bin/python" -m tests.faults
exit "$status"
