# Sourced by start-servers.sh and stop-servers.sh: where the test servers live.
# shellcheck shell=bash

DIR=${PBEM_TEST_SERVERS:-$(dirname "$(mktemp --dry-run --tmpdir)")/pbem-test-servers}
IMAP_PORT=${PBEM_TEST_IMAP_PORT:-20143}
SMTP_PORT=${PBEM_TEST_SMTP_PORT:-20025}
LMTP_PORT=${PBEM_TEST_LMTP_PORT:-20024}
AUTH_PORT=${PBEM_TEST_AUTH_PORT:-20026}
DOMAIN=example.test
ACCOUNTS=(moderator york lancaster)

# Both servers live in /usr/sbin, which is not on every user's path.
PATH=$PATH:/usr/sbin:/sbin

die() {
    echo "${0##*/}: $*" >&2
    exit 1
}

listening() { # PORT
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

postfix_runs() {
    [ -d "$DIR/postfix/etc" ] && postfix -c "$DIR/postfix/etc" status >/dev/null 2>&1
}

dovecot_runs() {
    [ -f "$DIR/dovecot/run/master.pid" ] && kill -0 "$(cat "$DIR/dovecot/run/master.pid")" 2>/dev/null
}
