# Functions shared by the scripts in this folder. To be sourced.

say() { printf '%s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Prints the path of PYTHON if set, else of the first usual Python that is new enough. Prints nothing if there is none.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

# Says why there is no Python and what to do. `$1`: the Debian package to install, if this release has one.
no_python() {
    if [ -n "${PYTHON:-}" ]; then
        say "PYTHON=$PYTHON is not a Python 3.11 or newer: $("$PYTHON" --version 2>&1 || true)"
        return
    fi
    say "Python 3.11 or newer is needed; python3 here is: $(python3 --version 2>&1 || true)"
    if [ -n "${1:-}" ]; then
        say "An administrator can install one: apt-get update && apt-get install $1 $1-venv"
    else
        say "This system's own packages have none. Take a newer release of it (Debian 12, Ubuntu 24.04), or install a Python"
        say "beside it and name it: make PYTHON=/path/to/python3 …"
    fi
}

# Whether a Debian package can be installed.
available() { [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]; }

# Prints the newest suitable Python among Debian's packages.
packaged_python() {
    local name
    for name in python3.14 python3.13 python3.12 python3.11; do
        if available "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
}

# Prints the versions of a lock file and of the files it includes, without hashes.
without_hashes() {
    local line
    while read -r line; do
        case $line in
        -r\ *) without_hashes "${1%/*}/${line#-r }" ;;
        --hash=*) ;;
        *) printf '%s\n' "${line% \\}" ;;
        esac
    done <"$1"
}
