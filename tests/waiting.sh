#!/bin/sh
# What waits more than it works: every case on each bench that is a program, and whole machines meanwhile. Its words are
# options for the first.
set -eu
cd "$(dirname "$0")/.."
status=0
tests/machines.sh >"$TMPDIR/machines" 2>&1 &
.venv/bin/python -m pytest -m waits tests/hil/test_cases.py "$@" || status=1
wait "$!" || status=1
cat "$TMPDIR/machines"
exit "$status"
