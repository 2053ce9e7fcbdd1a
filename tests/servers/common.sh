# Sourced by start-servers.sh and stop-servers.sh: where the test servers live.
# shellcheck shell=bash

DIR=${PBEM_TEST_SERVERS:-$(dirname "$(mktemp --dry-run --tmpdir)")/pbem-test-servers}
IMAP_PORT=${PBEM_TEST_IMAP_PORT:-20143}
SMTP_PORT=${PBEM_TEST_SMTP_PORT:-20025}
LMTP_PORT=${PBEM_TEST_LMTP_PORT:-20024}
AUTH_PORT=${PBEM_TEST_AUTH_PORT:-20026}
IMAPS_PORT=${PBEM_TEST_IMAPS_PORT:-20993}
SUBMISSION_PORT=${PBEM_TEST_SUBMISSION_PORT:-20587}
SMTPS_PORT=${PBEM_TEST_SMTPS_PORT:-20465}
# Here Dovecot asks whether a token is good: a stub that a test starts.
IDENTITY_PORT=${PBEM_TEST_IDENTITY_PORT:-20080}
# The servers listen on more addresses of loopback: with a certificate that has expired; and poor ones, IMAP without IDLE
# and SMTP that loses +tokens.
EXPIRED=127.0.0.2
POOR=127.0.0.3
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
