#!/bin/sh
# The quick tests, some minutes on two cores: `make quick`. No browser, no virtual machine and no other system is
# started; what they need from Debian is installed where that is possible, and left out where it is not.
set -eu
cd "$(dirname "$0")/.."
if [ "${MINIGAM_LIMITED:-}" != "$0" ]; then
    MINIGAM_LIMITED=$0 exec .venv/bin/python -m tests.limited "${TEST_MINUTES:-60}" "$0" "$@"
fi
missing=$(tests/debian.sh --missing micropython shim systemd)
skip=
for suite in $missing; do skip="$skip --skip-$suite"; done
[ -n "$(command -v gnubg)" ] || [ -x /usr/games/gnubg ] || skip="$skip --skip-gnubg"
[ -n "$(command -v espeak-ng)" ] || skip="$skip --skip-espeak"
unset PYTHONDONTWRITEBYTECODE  # Python starts a hundred times: it need not compile the same again
quick='not slow and not timed and not browser and not cage and not boot and not power and not virtual'
[ $# != 0 ] || set -- -q
# shellcheck disable=SC2086  # a list of words on purpose
.venv/bin/python -m pytest -n 3 --dist worksteal $skip -m "$quick" "$@"
