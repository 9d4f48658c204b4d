#!/bin/sh
# The quick tests, some minutes on two cores: `make test`. No virtual machine and no other system is started, and of
# the tests in a browser a sample is run. What they need from Debian is installed where that is possible; a test that
# needs what is missing is skipped. With CI=true that is a failure.
set -eu
cd "$(dirname "$0")/.."
if [ "${MINIGAM_LIMITED:-}" != "$0" ]; then
    MINIGAM_LIMITED=$0 exec .venv/bin/python -m tests.limited "${TEST_MINUTES:-60}" "$0" "$@"
fi
missing=$(tests/debian.sh --missing browser micropython minisign mosquitto networkmanager shim systemd)
[ "${CI:-}" != true ] || [ -z "$missing" ] || exit 1
skip=
for suite in $missing; do skip="$skip --skip-$suite"; done
[ -n "$(command -v gnubg)" ] || [ -x /usr/games/gnubg ] || skip="$skip --skip-gnubg"
[ -n "$(command -v espeak-ng)" ] || skip="$skip --skip-espeak"
unset PYTHONDONTWRITEBYTECODE  # Python starts a hundred times: it need not compile the same again
if [ $# = 0 ]; then
    rm -rf build/benches build/failed build/faults build/left-out build/pi  # which the slow tests go on with
    set -- -q
fi
# One more than the two processors a small machine has: a test often waits for a daemon or a browser.
# shellcheck disable=SC2086  # a list of words on purpose
.venv/bin/python -m pytest -n 3 --dist worksteal $skip -m quick "$@"
