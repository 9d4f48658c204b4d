#!/bin/sh
# Let this machine run programs of a Pi, 64-bit and 32-bit, by QEMU (root). Handlers that are there already are left
# as they are. The flags: O and C run what an executable file names as its owner says, P passes on its own name, F
# opens QEMU now, so that a changed root need not hold it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
formats=/proc/sys/fs/binfmt_misc

fail() { printf 'minigam: %s\n' "$1" >&2; exit 1; }

# The magic bytes of an executable file: ELF of 64 or 32 bits, little endian, a program or a library, of an
# instruction set; and which of their bits count.
start='\x7f\x45\x4c\x46'
rest='\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'

is_usable() { grep -q '^enabled' "$1" && grep -q '^flags:.*F' "$1"; }

register() { # NAME BITS MACHINE
    if [ -e "$formats/qemu-$1" ]; then
        is_usable "$formats/qemu-$1" ||
            fail "expected $formats/qemu-$1 to be enabled with the flag F, got another handler: echo -1 into it first"
        return 0
    fi
    tools=$("$here/tools.sh") || exit 1
    printf '%s' ":qemu-$1:M::$start$2$rest$3:$mask:$tools/usr/bin/qemu-$1:OCPF" >"$formats/register" 2>/dev/null ||
        fail "the kernel did not take a binary format for $1: this machine cannot run programs of a Pi"
}

[ "$(id -u)" = 0 ] || fail 'registering binary formats needs root'
case $(uname -m) in aarch64) exit 0 ;; esac  # which runs them itself
[ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats" 2>/dev/null ||
    fail 'expected to be able to mount binfmt_misc, got refused: this machine cannot run programs of a Pi'
register aarch64 '\x02' '\xb7\x00'
register arm '\x01' '\x28\x00'
