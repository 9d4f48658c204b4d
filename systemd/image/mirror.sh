#!/bin/sh
# Print the address of the Debian mirror that this machine uses; fail where none is known.
# shellcheck disable=SC2016  # apt's own variable
apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/*$' || {
    echo 'minigam: no Debian mirror is known here: run sudo apt-get update' >&2
    exit 1
}
