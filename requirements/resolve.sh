#!/bin/sh
# Resolves each lock (requirements/*.txt) with the pip that comes with Python, in an empty
# environment and with only that environment and the system on the path. Installs nothing.
set -eu

cd "$(dirname "$0")/.."
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
"${PYTHON:-python3}" -m venv "$empty"
for lock in requirements/*.txt; do
    PATH="$empty/bin:/usr/bin:/bin" pip install --quiet --disable-pip-version-check --dry-run \
        --require-hashes -r "$lock"
    echo "$lock: resolved by $("$empty/bin/pip" --version | cut -d' ' -f1-2)"
done
