#!/bin/sh
# MicroPython's unix port, which the firmware's tests run: the installed one, or Debian 13's, unpacked
# with the libraries it wants into a cache, and run through its own loader. apt checks what it fetches.
set -eu
command -v micropython >/dev/null && exit 0
kept=${XDG_CACHE_HOME:-$HOME/.cache}/minigam/micropython
[ -x "$kept/micropython" ] && exit 0
here=$(cd "$(dirname "$0")" && pwd)

say() { printf 'minigam: %s\n' "$1" >&2; }

say "fetching Debian 13's MicroPython"
mirror=$("$here/../systemd/image/mirror.sh")
mkdir -p "$(dirname "$kept")"
work=$(mktemp -d "$kept.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/root"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$work/apt/sources"

apt() {
    apt-get -qq -o Dir::Etc::SourceList="$work/apt/sources" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

cd "$work/apt"
if ! apt update || ! apt download libc6 libffi8 libmbedcrypto16 libmbedtls21 libmbedx509-7 micropython
then say 'MicroPython could not be fetched: see above'; exit 1; fi
for package in *.deb; do dpkg-deb -x "$package" "$work/root"; done
loader=$(find "$work/root" -name 'ld-linux*' | head -n 1)
rm -rf "$work/apt"
cat >"$work/micropython" <<END
#!/bin/sh
root=$kept/root
exec "\$root${loader#"$work/root"}" --library-path "\$(echo "\$root"/usr/lib/*-linux-*)" "\$root/usr/bin/micropython" "\$@"
END
chmod +x "$work/micropython"
mv -T "$work" "$kept"
trap - EXIT
