#!/usr/bin/env bash
# Stops the servers of start-servers.sh and removes their directory with all mail in it. Does nothing if there is none.
set -euo pipefail
# shellcheck source=tests/servers/common.sh
. "$(dirname "$0")/common.sh"

[ -d "$DIR" ] || exit 0
[ -O "$DIR" ] && [ ! -L "$DIR" ] || die "$DIR is not ours"
if postfix_runs; then postfix -c "$DIR/postfix/etc" stop >&2; fi
if dovecot_runs; then doveadm -c "$DIR/dovecot/dovecot.conf" stop; fi
for _ in {1..100}; do
    if ! postfix_runs && ! dovecot_runs; then
        rm -rf "$DIR"
        exit 0
    fi
    sleep 0.1
done
die "the servers in $DIR do not stop"
