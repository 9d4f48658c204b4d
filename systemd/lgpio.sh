#!/bin/sh
# Build lgpio into a virtual environment where there is no wheel of it, which is so from Python 3.13 on:
# `lgpio.sh VENV`. It needs a C compiler and Python's headers (Debian's gcc and python3-dev).
# PYPI=1 makes it bring its C part. SWIG 4.3 makes one that crashes Python when it ends, 4.5 one that cannot be
# loaded. Both, and lgpio, are locked in requirements/.
set -eu
bin=$(cd "$1/bin" && pwd)
locked=$(cd "$(dirname "$0")/../requirements" && pwd)

"$bin/python" -c 'import sys; sys.exit(sys.version_info >= (3, 13))' && exit
"$bin/python" -c 'import sys; from importlib.util import find_spec; sys.exit(not find_spec("lgpio"))' && exit
echo "minigam: building lgpio for $("$bin/python" --version)" >&2
install() { "$bin/pip" install --quiet --disable-pip-version-check --require-hashes "$@"; }
install -r "$locked/source.txt"
PATH="$bin:$PATH" PYPI=1 install --no-build-isolation --no-binary lgpio -r "$locked/lgpio.txt"
