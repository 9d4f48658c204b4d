#!/bin/sh
# fits.sh MINUTES NAME: whether so many are left until TEST_END, where that is set. If not, NAME is named in
# build/left-out, which slow.sh prints at its end.
set -eu
cd "$(dirname "$0")/.."
[ -n "${TEST_END:-}" ] && [ "$((TEST_END - $(date +%s)))" -lt "$((60 * $1))" ] || exit 0
mkdir -p build
printf 'minigam: NOT RUN, since %s minutes were not left: %s\n' "$1" "$2" | tee -a build/left-out
exit 1
