#!/bin/sh
# Makes the virtual environment hold what requirements/KIND.txt locks, KIND being base, dev, or
# research or telemetry, which are installed beside one of the others; VENV names another than .venv,
# and PYTHON the Python that it is made with.
# A stamp with the lock's hash makes the next call immediate. It takes the pip that comes with Python,
# so that a lock which pip cannot install fails on every machine.
set -eu

cd "$(dirname "$0")/.."
kind=${1:?say base, dev, research or telemetry}
venv=${VENV:-.venv}
python=${PYTHON:-python3}
hash_of() { "$python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "requirements/$1.txt"; }

command -v "$python" >/dev/null || {
    echo "There is no $python here. On Debian, as root: apt-get install python3 python3-venv" >&2
    exit 1
}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; $python is $("$python" -V). Name another with PYTHON=..." >&2
    exit 1
}

hash=$(hash_of "$kind")
is_ready() { [ -x "$venv/bin/python" ] && [ "$(cat "$venv/lock-$kind" 2>/dev/null)" = "$hash" ]; }
is_ready && exit 0

mkdir -p "$venv"
if command -v flock >/dev/null; then
    exec 9>"$venv/lock"
    flock 9
    is_ready && exit 0
fi

"$python" -c 'import ensurepip, venv' 2>/dev/null || {
    echo "Python's venv is missing. On Debian, as root: apt-get install python3-venv" >&2
    exit 1
}

echo "Installing the locked requirements ($kind) into $venv; the first time may take a minute or two ..."
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r "requirements/$kind.txt"
echo "$hash" >"$venv/lock-$kind"
# The packages for development include those to run.
if [ "$kind" = dev ]; then hash_of base >"$venv/lock-base"; fi
