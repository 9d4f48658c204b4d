#!/bin/sh
# What goes by the clock, on a machine that has nothing else to do: every case on the virtual bench, and then on each
# that is a program, all at once: they mostly wait. Its words are options for the latter.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
status=0

if tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null
then "$python" -m pytest tests/hil/virtual || status=1
else
    printf '\nminigam: THERE IS NO VIRTUAL BENCH (make virtual-bench): see above for what it needs\n\n'
    [ "${CI:-}" != true ] || status=1
fi
"$python" -m pytest -n 4 --dist worksteal -m timed tests/hil "$@" || status=1
exit "$status"
