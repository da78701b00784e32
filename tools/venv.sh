#!/usr/bin/env bash
# Makes .venv, installs a lock file in it (`tools/venv.sh test`: requirements/test.txt), then the project as editable.
# PYTHON=… chooses the Python.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"

purpose=${1:-run}

# A virtual environment breaks if its Python is removed, and belongs to one version.
usable() {
    new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1 || return 1
    [ -z "${PYTHON:-}" ] || [ "$("$PYTHON" --version 2>&1)" = "$(.venv/bin/python --version 2>&1)" ]
}

if ! usable; then
    python=$(find_python)
    [ -n "$python" ] || { no_python; exit 1; }
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        say "Python's own modules venv and ensurepip are missing beside $python: please install them (Debian: python3-venv)."
        exit 1
    fi
    say "Making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Print a dot for each package, because minutes of silence look like a hang.
install() {
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off --retries 2 --timeout 20 "$@" 2>&1 |
        tee -a "$log" | while read -r line; do if [[ $line == Collecting* ]]; then printf '.' >&2; fi; done
}

printf '%s' "Installing the Python packages in .venv (a minute or so the first time) " >&2
installed=0
# Install only what the lock file names. The project adds nothing and is built with the installed packages.
wanted=(--require-hashes --requirement "requirements/$purpose.txt")
if ! .venv/bin/python -c 'import sys; sys.exit(sys.maxsize < 2**32)'; then
    # Old 32-bit Raspberry Pis get prebuilt packages from another index, which have other hashes.
    without_hashes "requirements/$purpose.txt" >.venv/versions.txt
    wanted=(--requirement .venv/versions.txt)
fi
# Up to 0.1.0 the project had another package name. Both would own the same command.
for old in .venv/lib/python3*/site-packages/scorekeeper-*.dist-info; do
    [ ! -d "$old" ] || .venv/bin/python -m pip uninstall --disable-pip-version-check --yes scorekeeper >/dev/null 2>&1 || true
done
install "${wanted[@]}" &&
    install --no-deps --no-build-isolation --editable . || installed=$?
printf '\n' >&2
if [ "$installed" -ne 0 ]; then
    if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        say "A Python package came that is not the one named in requirements/: something between here and the package index gives another."
    elif grep -qE 'NewConnectionError|Temporary failure|No matching distribution|Could not find a version|ReadTimeout|ConnectTimeout' "$log"; then
        say "The Python packages could not be fetched: is this computer connected to the internet?"
    fi
    say "  $(grep -m 1 -i '^error' "$log" || tail -n 1 "$log")"
    say "Nothing is broken: run the same make command again."
    exit 1
fi

if ! problem=$(.venv/bin/python -c 'import weasyprint' 2>&1 >/dev/null); then
    say "WeasyPrint, which sets the sheets, does not start; Pango seems to be missing:"
    say "  $(grep -m 1 -i "cannot load" <<<"$problem" || tail -n 1 <<<"$problem")"
    exit 1
fi
