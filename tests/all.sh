#!/bin/sh
# Every check and test, the slow ones last. With CI=true a suite that cannot run is a failure.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
"$bin/ruff" check
"$bin/ruff" format --check
"$bin/mypy"
if tests/debian.sh; then browser=; else
    [ "${CI:-}" != true ] || exit 1
    printf '\nminigam: THE BROWSER TESTS ARE SKIPPED: chromium is not here\n\n' >&2
    browser='--skip-browser'
fi
exec "$bin/python" -m pytest -n 2 $browser "$@"
