#!/bin/sh
# Whole machines, one after another: one whose power is cut, one that the shipped unit takes for a Pi, and fresh
# systems, where this machine may boot them. With CI=true only the last may be left out.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
status=0

missing() {
    printf '\nminigam: %s: see above for what it needs\n\n' "$1"
    [ "${CI:-}" != true ] || status=1
}

if tests/debian.sh power && tests/kernel.sh >/dev/null
then "$python" -m pytest tests/power || status=1
else missing 'NO POWER WAS CUT (make power-test)'
fi
if tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null
then "$python" -m pytest tests/hil/virtual || status=1
else missing 'THERE IS NO VIRTUAL BENCH (make virtual-bench)'
fi
if tests/debian.sh boot && tests/boot/roots.sh >/dev/null
then tests/boot/run.sh || status=1
else printf '\nminigam: NO SYSTEM WAS BOOTED (make boot-test): see above for what it needs\n\n'
fi
exit "$status"
