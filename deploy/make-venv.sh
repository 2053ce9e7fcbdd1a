#!/bin/sh
# Makes the virtual environment DIR with the first Python that is new enough: make-venv.sh DIR
# $PYTHON, if set, is the only candidate.
set -eu

dir=$1
oldest=3.11
candidates=${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}
without_venv=

for python in $candidates; do
    command -v "$python" >/dev/null 2>&1 || continue
    # A name on the path may be a version manager's stub, or older than its name says: run it.
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
    if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        echo "Making $dir with $("$python" --version) ($(command -v "$python")) ..."
        exec "$python" -m venv "$dir"
    fi
    without_venv=$python
done

if [ -n "$without_venv" ]; then
    echo "$without_venv has no venv module. Debian and Ubuntu: apt-get install python3-venv" >&2
else
    echo "Python $oldest or newer is needed; none of these is one: $candidates" >&2
    echo "Install it, or name it: make PYTHON=/path/to/python3 ..." >&2
fi
exit 1
