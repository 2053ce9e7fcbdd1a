#!/usr/bin/env bash
# Starts Dovecot (IMAP) and Postfix (SMTP) on loopback with three mailboxes, apart from any system-wide ones: their own
# configuration, spool, log and mail lie in one temporary directory. Needs root and the Debian packages; see .ci/run.
# Running it again changes nothing while the servers run. Prints the environment of the tests in this folder:
#
#   eval "$(tests/servers/start-servers.sh)"; pytest tests/servers; tests/servers/stop-servers.sh
set -euo pipefail
# shellcheck source=tests/servers/common.sh
. "$(dirname "$0")/common.sh"

main() {
    check_tools
    make_directory
    postfix_runs && dovecot_runs || start_anew
    local port
    for port in "$IMAP_PORT" "$IMAPS_PORT" "$LMTP_PORT" "$AUTH_PORT" "$SMTP_PORT" "$SUBMISSION_PORT" "$SMTPS_PORT"; do
        await "$port"
    done
    print_environment
}

check_tools() {
    [ "$(id -u)" = 0 ] || die "Postfix starts as root only"
    local tool
    for tool in dovecot doveadm postfix openssl; do
        command -v "$tool" >/dev/null || die "$tool is missing: apt-get install dovecot-imapd dovecot-lmtpd postfix openssl"
    done
    case $(dovecot --version) in
    2.3.*) ;;
    *) die "the configuration below is for Dovecot 2.3, this is $(dovecot --version)" ;;
    esac
}

# Root writes here under a name that others may guess: a directory somebody else made is not used.
make_directory() {
    mkdir -p -m 755 "$DIR"
    [ -O "$DIR" ] && [ ! -L "$DIR" ] || die "$DIR is not ours; set PBEM_TEST_SERVERS to another directory"
}

start_anew() {
    "$(dirname "$0")/stop-servers.sh"
    make_directory
    make_certificates
    configure_dovecot
    configure_postfix
    dovecot -c "$DIR/dovecot/dovecot.conf" >&2
    postfix -c "$DIR/postfix/etc" start >&2
}

# The password of an account is its name backwards: the letter of each test tells the accounts apart, nothing more.
password() { # ACCOUNT
    rev <<<"$1"
}

# A throw-away authority, its certificate for the name localhost, and one for EXPIRED that is over as soon as it is made.
make_certificates() {
    install -d -m 755 "$DIR/tls"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=pbem test authority" \
        -keyout "$DIR/tls/ca.key" -out "$DIR/tls/ca.pem" 2>/dev/null
    certificate good 2 "DNS:localhost"
    certificate expired 0 "IP:$EXPIRED"
}

certificate() { # NAME DAYS SUBJECT
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$DIR/tls/$1.key" -out "$DIR/tls/$1.csr" 2>/dev/null
    openssl x509 -req -in "$DIR/tls/$1.csr" -CA "$DIR/tls/ca.pem" -CAkey "$DIR/tls/ca.key" -CAcreateserial \
        -days "$2" -extfile <(echo "subjectAltName=$3") -out "$DIR/tls/$1.pem" 2>/dev/null
}

configure_dovecot() {
    install -d -m 755 "$DIR/dovecot" "$DIR/dovecot/run" "$DIR/dovecot/state"
    install -d -m 755 -o mail -g mail "$DIR/mail"
    for account in "${ACCOUNTS[@]}"; do
        echo "$account:{PLAIN}$(password "$account")"
    done >"$DIR/dovecot/users"
    chmod 644 "$DIR/dovecot/users"
    cat >"$DIR/dovecot/oauth2.conf" <<EOF
introspection_mode = post
introspection_url = http://127.0.0.1:$IDENTITY_PORT/introspect
username_attribute = username
active_attribute = active
active_value = true
EOF
    cat >"$DIR/dovecot/dovecot.conf" <<EOF
protocols = imap lmtp
listen = 127.0.0.1, $EXPIRED, $POOR
base_dir = $DIR/dovecot/run
state_dir = $DIR/dovecot/state
log_path = $DIR/dovecot/log
ssl = yes
ssl_cert = <$DIR/tls/good.pem
ssl_key = <$DIR/tls/good.key
disable_plaintext_auth = no
auth_username_format = %Ln
first_valid_uid = 1
mail_location = maildir:$DIR/mail/%n
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
# Delivered-To keeps the +token of the envelope.
lmtp_hdr_delivery_address = final
auth_mechanisms = plain login xoauth2 oauthbearer
# Refusals are wanted here: no growing pauses behind them.
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = $DIR/dovecot/oauth2.conf
}
passdb {
  driver = passwd-file
  mechanisms = plain login none
  args = username_format=%n $DIR/dovecot/users
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$DIR/mail/%n
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = $IMAP_PORT
  }
  inet_listener imaps {
    port = $IMAPS_PORT
  }
}
service lmtp {
  inet_listener lmtp {
    port = $LMTP_PORT
  }
}
local $EXPIRED {
  ssl_cert = <$DIR/tls/expired.pem
  ssl_key = <$DIR/tls/expired.key
}
local $POOR {
  protocol imap {
    imap_capability = IMAP4rev1 UIDPLUS
  }
}
# Postfix asks here whether a login is good.
service auth {
  inet_listener {
    port = $AUTH_PORT
  }
}
EOF
}

configure_postfix() {
    install -d -m 755 "$DIR/postfix" "$DIR/postfix/etc" "$DIR/postfix/spool"
    install -d -m 700 -o postfix "$DIR/postfix/data"
    printf "%s@$DOMAIN mailbox\n" "${ACCOUNTS[@]}" >"$DIR/postfix/etc/mailboxes"
    cat >"$DIR/postfix/etc/main.cf" <<EOF
compatibility_level = 3.6
queue_directory = $DIR/postfix/spool
data_directory = $DIR/postfix/data
maillog_file = $DIR/postfix/log
maillog_file_prefixes = $DIR
myhostname = mail.$DOMAIN
mydestination =
alias_maps =
alias_database =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
recipient_delimiter = +
virtual_mailbox_domains = $DOMAIN
virtual_mailbox_maps = texthash:$DIR/postfix/etc/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:$LMTP_PORT
# Nothing leaves this machine.
default_transport = error:no mail to other domains from the test server
relay_transport = error:no mail to other domains from the test server
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:$AUTH_PORT
smtpd_tls_chain_files = $DIR/tls/good.key, $DIR/tls/good.pem
smtpd_tls_security_level = may
EOF
    # A server that knows no sub-addresses delivers to the bare mailbox, in the envelope and in the header.
    echo "/^([^+@]+)[+][^@]*@(.*)\$/ \${1}@\${2}" >"$DIR/postfix/etc/no-tokens"
    cat >"$DIR/postfix/etc/master.cf" <<EOF
127.0.0.1:$SMTP_PORT inet n - n - - smtpd
$POOR:$SMTP_PORT inet n - n - - smtpd
  -o cleanup_service_name=no-tokens
127.0.0.1:$SUBMISSION_PORT inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
127.0.0.1:$SMTPS_PORT inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
$EXPIRED:$SMTPS_PORT inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_tls_chain_files=$DIR/tls/expired.key,$DIR/tls/expired.pem
pickup    unix       n - n 60 1 pickup
cleanup   unix       n - n - 0 cleanup
no-tokens unix       n - n - 0 cleanup
  -o canonical_maps=regexp:$DIR/postfix/etc/no-tokens
  -o local_header_rewrite_clients=static:all
tlsmgr    unix       - - n 1000? 1 tlsmgr
qmgr      unix       n - n 300 1 qmgr
rewrite   unix       - - n - - trivial-rewrite
bounce    unix       - - n - 0 bounce
defer     unix       - - n - 0 bounce
trace     unix       - - n - 0 bounce
flush     unix       n - n 1000? 0 flush
proxymap  unix       - - n - - proxymap
showq     unix       n - n - - showq
error     unix       - - n - - error
retry     unix       - - n - - error
lmtp      unix       - - n - - lmtp
anvil     unix       - - n - 1 anvil
postlog   unix-dgram n - n - 1 postlogd
EOF
}

await() { # PORT
    for _ in {1..100}; do
        if listening "$1"; then return; fi
        sleep 0.1
    done
    tail -n 20 "$DIR/dovecot/log" "$DIR/postfix/log" >&2 || true
    die "nothing listens on port $1 after 10 seconds"
}

print_environment() {
    echo "export PBEM_TEST_IMAP=127.0.0.1:$IMAP_PORT"
    echo "export PBEM_TEST_SMTP=127.0.0.1:$SMTP_PORT"
    echo "export PBEM_TEST_IMAPS_PORT=$IMAPS_PORT PBEM_TEST_SUBMISSION_PORT=$SUBMISSION_PORT PBEM_TEST_SMTPS_PORT=$SMTPS_PORT"
    echo "export PBEM_TEST_EXPIRED=$EXPIRED PBEM_TEST_POOR=$POOR PBEM_TEST_CA=$DIR/tls/ca.pem"
    echo "export PBEM_TEST_IDENTITY_PORT=$IDENTITY_PORT"
    echo "export PBEM_TEST_DOVECOT=$DIR/dovecot/dovecot.conf"
    echo "export PBEM_TEST_DOMAIN=$DOMAIN"
    local account
    for account in "${ACCOUNTS[@]}"; do
        echo "export PBEM_TEST_PASSWORD_${account^^}=$(password "$account")"
    done
}

main
