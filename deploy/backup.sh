#!/bin/sh
# Copies the database, a file of SQLite's, while the moderator runs, and removes copies older than DAYS (30 if not given):
#   backup.sh DATABASE FOLDER [DAYS]
# The copy is consistent whatever is being written (SQLite's backup API), checked, and complete or not there at all.
# From cron, every night: 15 3 * * * /opt/pbem/backup.sh /var/lib/pbem/pbem.sqlite /var/backups/pbem
set -eu
umask 077

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: backup.sh DATABASE FOLDER [DAYS]" >&2
    exit 2
fi
database=$1
folder=$2
days=${3:-30}
name=$(basename "$database" .sqlite)

case $database in
postgresql*://*)
    # The URL can have a password: it is not repeated.
    echo "backup.sh: copies a file; use pg_dump for a PostgreSQL database, see GAMEMASTER.md" >&2
    exit 2
    ;;
esac

if [ ! -f "$database" ]; then
    echo "backup.sh: no database $database" >&2
    exit 1
fi

mkdir -p "$folder"
copy=$folder/$name-$(date -u +%Y%m%dT%H%M%SZ).sqlite
trap 'rm -f "$copy.part"' EXIT

"${PYTHON:-python3}" - "$database" "$copy.part" <<'EOF'
import sqlite3
import sys
from contextlib import closing

source, target = sys.argv[1:]
with closing(sqlite3.connect(source, timeout=60)) as running, closing(sqlite3.connect(target)) as copy:
    running.backup(copy)
    # One file that needs no neighbours, whatever the journal mode of the original is.
    copy.execute("PRAGMA journal_mode = DELETE")
    found = copy.execute("PRAGMA integrity_check").fetchone()[0]
if found != "ok":
    sys.exit(f"backup.sh: the copy of {source} is damaged: {found}")
EOF

mv "$copy.part" "$copy"
find "$folder" -maxdepth 1 -name "$name-*.sqlite" -mtime "+$days" -exec rm -f {} +
echo "$copy"
