#!/bin/sh
# The disk of the virtual bench in a cache: a fresh Bookworm in which `make install` has run, with what it
# installs on a Pi only. `disk.sh` prints the folder with `disk`. Needs root, but mounts nothing.
set -eu
cd "$(dirname "$0")/../../.."
here=tests/hil/virtual
suite=bookworm
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/bench
python=.venv/bin/python
[ -x "$python" ] || python=${PYTHON:-python3}
installed='CHANGELOG.md LICENSE Makefile README.md controller firmware hardware pyproject.toml requirements systemd'
say() { printf 'minigam: %s\n' "$1" >&2; }

[ "$(id -u)" = 0 ] || { say 'a disk with a system on it needs root'; exit 1; }
kernel=$(tests/kernel.sh)
roots=$(tests/boot/roots.sh "$suite")
tests/debian.sh micropython
micropython=$(dirname "$kept")/micropython/root
[ -d "$micropython" ] || { say "expected Debian 13's MicroPython in $micropython, found none"; exit 1; }
mkdir -p "$kept"
exec 9>"$kept/lock"
flock 9
# shellcheck disable=SC2086  # words on purpose
made_of=$({ find $installed "$here"/disk.sh "$here"/guest -type f ! -path '*/__pycache__/*' -print0 |
    sort -z | xargs -0 sha256sum; cat "$kernel/made-of" "$roots/wheels-$suite/made-for"; } | sha256sum)
if [ "$(cat "$kept/made-of" 2>/dev/null)" = "$made_of" ]; then echo "$kept"; exit 0; fi
say 'making the disk of the virtual bench (a minute)'

# The strip's library comes as source, and is made once.
pi_only=$(sed -n '/^pi = /,/^]/s/.*"\(\(lgpio\|gpiod\|rpi_ws281x\)[^;]*\);.*/\1/p' pyproject.toml)
wheels=$kept/wheels
if [ "$(cat "$wheels/made-for" 2>/dev/null)" != "$pi_only" ]; then
    rm -rf "$wheels"
    # shellcheck disable=SC2086
    "$python" -m pip wheel --quiet --wheel-dir "$wheels" $pi_only >"$kept/log" 2>&1 ||
        { cat "$kept/log" >&2; say 'the libraries of a Pi could not be made: see above'; exit 1; }
    echo "$pi_only" >"$wheels/made-for"
fi

rm -rf "$kept/root" "$kept/made-of"
cp -a "$roots/$suite" "$kept/root"
mkdir -p "$kept/root/usr/src/minigam" "$kept/root/usr/src/wheels"
# shellcheck disable=SC2086
tar -c --exclude=__pycache__ $installed | tar -x -C "$kept/root/usr/src/minigam"
cp "$roots/wheels-$suite"/*.whl "$wheels"/*.whl "$kept/root/usr/src/wheels"
inside() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root LANG=C.UTF-8 \
        PIP_NO_INDEX=1 PIP_FIND_LINKS=/usr/src/wheels chroot "$kept/root" "$@" >>"$kept/log" 2>&1 ||
        { cat "$kept/log" >&2; say 'the disk could not be made: see above'; exit 1; }
}
: >"$kept/log"
inside make --no-print-directory -C /usr/src/minigam install
# shellcheck disable=SC2086
inside /opt/minigam/current/bin/pip install --disable-pip-version-check $pi_only
rm -rf "$kept/root/usr/src/minigam" "$kept/root/usr/src/wheels"

cp -R "$kernel/modules/lib/modules" "$kept/root/usr/lib"
dpkg-deb --fsys-tarfile "$kernel/kmod.package" | tar -x --keep-directory-symlink -C "$kept/root"
inside depmod "$(ls "$kernel/modules/lib/modules")"
cp -R "$here/guest/." "$kept/root"
cp -R "$micropython" "$kept/root/opt/micropython"
mkdir "$kept/root/usr/src/minigam" "$kept/root/bench"
echo bench >"$kept/root/etc/hostname"
inside systemctl enable bench-agent
rm -f "$kept/disk"
truncate -s 1500M "$kept/disk"
/sbin/mke2fs -q -t ext4 -d "$kept/root" "$kept/disk"
rm -rf "$kept/root"
echo "$made_of" >"$kept/made-of"
echo "$kept"
