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
# shellcheck disable=SC2086  # a list of words on purpose
"$bin/python" -m pytest -n 2 $skip "$@"

[ $# = 0 ] || exit 0
# A machine whose power is cut.
if tests/debian.sh power && tests/kernel.sh >/dev/null; then
    "$bin/python" -m pytest tests/power
else
    printf '\nminigam: NO POWER WAS CUT (make power-test): see above for what it needs\n\n' >&2
    [ "${CI:-}" != true ] || exit 1
fi
# A machine that the shipped unit takes for a Pi.
if tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null; then
    "$bin/python" -m pytest tests/hil/virtual
else
    printf '\nminigam: THERE IS NO VIRTUAL BENCH (make virtual-bench): see above for what it needs\n\n' >&2
    [ "${CI:-}" != true ] || exit 1
fi
# Whole systems, one after another: where this machine may boot them.
if tests/debian.sh boot && tests/boot/roots.sh >/dev/null; then
    tests/boot/run.sh
else
    printf '\nminigam: NO SYSTEM WAS BOOTED (make boot-test): see above for what it needs\n\n' >&2
fi
