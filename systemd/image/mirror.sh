#!/bin/sh
# Print the address of the Debian mirror that this machine uses, `mirror.sh [debian-security]`; fail where none is known.
# shellcheck disable=SC2016  # apt's own variable
apt-get indextargets --format '$(REPO_URI)' | grep -m 1 "/${1:-debian}/*\$" || {
    echo "minigam: no mirror of ${1:-debian} is known here: run sudo apt-get update" >&2
    exit 1
}
