#!/bin/sh
# What goes by the clock, on a machine that has little else to do: every case on each bench that is a program, and on the
# virtual one meanwhile. Its words are options for the first.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
status=0
virtual=
said=$(mktemp)
trap '[ -z "$virtual" ] || kill -- "-$virtual" || true; rm -f "$said"' EXIT
trap 'exit 130' INT TERM HUP

if tests/debian.sh virtual && tests/hil/virtual/disk.sh >/dev/null; then
    setsid "$python" -m pytest tests/hil/virtual >"$said" 2>&1 &
    virtual=$!
else
    printf '\nminigam: THERE IS NO VIRTUAL BENCH (make virtual-bench): see above for what it needs\n\n'
    [ "${CI:-}" != true ] || status=1
fi
"$python" -m pytest -n 2 --dist worksteal -m timed "$@" || status=1
if [ -n "$virtual" ]; then
    wait "$virtual" || status=1
    virtual=
fi
cat "$said"
exit "$status"
