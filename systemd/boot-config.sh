#!/bin/sh
# What a strip on GPIO 10 wants in a Pi's config.txt: its SPI, and a core clock that stands still, since
# SPI's follows it (https://github.com/jgarff/rpi_ws281x#spi). A Pi 5 drives the strip without SPI.
# `boot-config.sh add` shows the lines and asks first (YES=1: does not ask); `boot-config.sh remove` takes
# away what it added. ROOT is a folder in place of /, for tests and images.
set -eu
root=${ROOT:-}
config=$root/boot/firmware/config.txt
begin='# minigam: the strip'
end='# minigam: end'

say() { printf 'minigam: %s\n' "$*"; }

model() {
    if [ -r "$root/proc/device-tree/model" ]; then
        tr -d '\000' <"$root/proc/device-tree/model"
    fi
}

wanted() {
    case $1 in
        *'Pi Zero 2'* | *'Pi 3'* | *'Compute Module 3'*) printf '%s\n' dtparam=spi=on core_freq=250 ;;
        *'Pi 4'* | *'Compute Module 4'*) printf '%s\n' dtparam=spi=on core_freq_min=500 ;;
    esac
}

missing() {
    wanted "$1" | while read -r line; do grep -qxF "$line" "$config" || echo "$line"; done
}

agreed() {
    [ "${YES:-}" != 1 ] || return 0
    if ! [ -t 0 ]; then
        say "left $config as it is: add the lines yourself, or run this again with YES=1"
        return 1
    fi
    printf 'minigam: add them? [y/N] '
    read -r answer
    case $answer in [yY]*) ;; *) say "left $config as it is"; return 1 ;; esac
}

# Through a file of its own: a plug that is pulled leaves the old one or the new one.
replace() {
    cat >"$config.new"
    sync "$config.new"
    mv "$config.new" "$config"
}

# With a newline at its end, for the next line would not be one.
without_ours() { sed -e "/^$begin\$/,/^$end\$/d" "$config" | sed -e '$a\'; }

# Without the second mark, all that follows the first would be taken for ours.
is_sound() {
    if grep -qxF "$begin" "$config" && ! grep -qxF "$end" "$config"; then
        say "left $config as it is: it has '$begin', but not '$end' behind minigam's lines"
        return 1
    fi
}

add() {
    model=$(model)
    case $model in
        *'Raspberry Pi'*) ;;
        *) say "not a Raspberry Pi: no config.txt to change"; return ;;
    esac
    if ! [ -f "$config" ]; then say "expected $config, found none: nothing was changed"; return; fi
    is_sound || return 0
    lines=$(missing "$model")
    if [ -z "$lines" ]; then say "$config has all that a strip on this $model wants"; return; fi
    say "a strip on GPIO 10 of this $model wants in $config:"
    printf '%s\n' "$lines" | sed 's/^/    /'
    agreed || return 0
    [ -e "$config.before-minigam" ] || cp "$config" "$config.before-minigam"
    # `[all]`: whatever model the file spoke of last.
    { without_ours; printf '%s\n' "$begin" '[all]' "$(wanted "$model")" "$end"; } | replace
    say "added; the file as it was is $config.before-minigam. Restart the Pi for it to count"
}

remove() {
    [ -f "$config" ] && grep -qxF "$begin" "$config" && is_sound || return 0
    without_ours | replace
    say "took minigam's lines out of $config; restart the Pi for it to count"
}

case ${1:-} in
    add | remove) "$1" ;;
    *) say 'expected boot-config.sh add or remove' >&2; exit 2 ;;
esac
