#!/usr/bin/env bash
# Makes .venv and installs the project in it, editable; `tools/venv.sh test` adds what the tests need.
set -euo pipefail

extra=${1:+[$1]}

say() { printf '%s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    say "Python 3.11 or newer is needed; python3 here is: $(python3 --version 2>&1 || true)"
    say "Install one (Ubuntu 22.04: apt-get install python3.11 python3.11-venv), or name it: make PYTHON=/path/to/python …"
    exit 1
}

ensure_venv_module() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null && return
    local package
    package=$("$1" -c 'import sys; print(f"python3.{sys.version_info.minor}-venv")')
    say "Installing the Debian package $package (Python's module venv is missing)"
    if ! command -v apt-get >/dev/null; then
        say "This is not Debian or Ubuntu: please install Python's venv and ensurepip modules yourself."
        exit 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            as_root=(sudo)
        else
            say "Only an administrator can. Please run as root: apt-get install $package"
            exit 1
        fi
    fi
    "${as_root[@]}" apt-get update -qq </dev/null || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" </dev/null >/dev/null
}

# A virtual environment dies with the Python it was made from.
if ! new_enough .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    ensure_venv_module "$python"
    say "Making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi

say "Installing the Python packages in .venv (a minute or so the first time)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".$extra"

if ! problem=$(.venv/bin/python -c 'import weasyprint' 2>&1 >/dev/null); then
    say "WeasyPrint, which sets the sheets, does not start; Pango seems to be missing:"
    say "  $(grep -m 1 -i "cannot load" <<<"$problem" || tail -n 1 <<<"$problem")"
    exit 1
fi
