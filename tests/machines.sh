#!/bin/sh
# Whole machines that may be slow: one whose power is cut, a fresh system, where this machine may boot it (`make
# boot-test` boots both releases), and one of a Pi, where it may run it. With CI=true only the first may not be left out.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
status=0

if tests/debian.sh power && tests/kernel.sh >/dev/null
then "$python" -m pytest tests/power || status=1
else
    printf '\nminigam: NO POWER WAS CUT (make power-test): see above for what it needs\n\n'
    [ "${CI:-}" != true ] || status=1
fi
if ! tests/fits.sh 30 'a fresh system that boots (make boot-test)'
then :
elif export BOOT_SUITE=trixie && tests/debian.sh boot && tests/boot/roots.sh >/dev/null
then tests/boot/run.sh || status=1
else printf '\nminigam: NO SYSTEM WAS BOOTED (make boot-test): see above for what it needs\n\n'
fi
if ! tests/fits.sh 60 'a system of a Pi (make pi-test)'
then :
elif tests/debian.sh pi
then "$python" -m pytest tests/pi -m 'pi and not long' || status=1
else printf '\nminigam: NO PI WAS EMULATED (make pi-test): see above for what it needs\n\n'
fi
# timed.sh then need not wait for it.
{ tests/debian.sh virtual && tests/hil/virtual/disk.sh; } >/dev/null 2>&1 || true
exit "$status"
