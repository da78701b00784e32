#!/usr/bin/env bash
# Installs missing Debian or Ubuntu packages for the program (run), its tests (test) or the WebKit tests (webkit).
# On other systems it says what to install by hand and lets the caller continue.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"

purpose=${1:-run}

# Printouts need these …
needed=(libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core)
# … and look best with these.
nicer=(fonts-vollkorn fonts-lato)

have() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Collect everything that is missing, so that a user has to ask an administrator only once.
python=$(find_python)
if ! command -v apt-get >/dev/null; then
    [ -n "$python" ] || { no_python; exit 1; }
    say "This is not Debian or Ubuntu: please see to it yourself that these are installed"
    say "  Pango 1.44 or newer, the DejaVu, Vollkorn and Lato fonts"
    [ "$purpose" = test ] && say "  for the tests also PostgreSQL, Chromium and poppler's pdftoppm"
    [ "$purpose" = webkit ] && say "  for the tests in WebKit also WebKitGTK's WebKitWebDriver and MiniBrowser, and Xvfb"
    exit 0
fi

if [ "$purpose" = test ]; then
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || needed+=(postgresql)
    # The headless shell uses a quarter of the CPU time.
    command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || needed+=(chromium-headless-shell)
    command -v pdftoppm >/dev/null || needed+=(poppler-utils)
    command -v curl >/dev/null || needed+=(curl) # the guide's commands are run
fi

if [ "$purpose" = webkit ]; then
    command -v WebKitWebDriver >/dev/null || needed+=(webkit2gtk-driver)
    command -v Xvfb >/dev/null || needed+=(xvfb)
fi

if [ -z "$python" ]; then
    # Check Python before installing anything, so that no one waits for fonts only to learn that Python is too old.
    package=$([ -n "${PYTHON:-}" ] || packaged_python)
    [ -n "$package" ] || { no_python; exit 1; }
    needed+=("$package" "$package-venv")
elif [[ $(readlink -f "$python") == /usr/bin/* ]] && ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    needed+=("$("$python" -c 'import sys; print(f"python3.{sys.version_info.minor}-venv")')")
fi

missing=()
for package in "${needed[@]}"; do have "$package" || missing+=("$package"); done
wished=()
for package in "${nicer[@]}"; do have "$package" || wished+=("$package"); done
[ ${#missing[@]} -eq 0 ] && [ ${#wished[@]} -eq 0 ] && exit 0

for_the_administrator() {
    if [ ${#missing[@]} -eq 0 ]; then
        say "Not installed, the sheets use other fonts: ${wished[*]} (needs an administrator)"
        exit 0
    fi
    say "Some Debian packages are missing and only an administrator can install them. Please run as root:"
    say "  apt-get update && apt-get install --no-install-recommends ${missing[*]} ${wished[*]}"
    say "and then the same make command again."
    exit 1
}

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    # Ask for the sudo password once, and only if there is a terminal to type it in.
    command -v sudo >/dev/null || for_the_administrator
    sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; } || for_the_administrator
    as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null 2>"$log"
}

# Explains an apt error in one sentence, and says what to do.
explain() {
    if grep -q 'dpkg --configure -a' "$log"; then
        say "An earlier installation on this computer was interrupted. Please run as root: dpkg --configure -a"
    elif grep -qE 'Unable to fetch|Failed to fetch|Could not resolve|Temporary failure|Unable to locate' "$log"; then
        say "The packages could not be fetched: is this computer connected to the internet?"
    else
        say "  $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
    fi
    say "Still missing: $*"
    say "Then run the same make command again."
}

say "Installing Debian packages: ${missing[*]} ${wished[*]}"
"${as_root[@]}" apt-get update -qq </dev/null >/dev/null 2>"$log" ||
    say "The package lists could not be refreshed; going on with those at hand."
# Older releases don't have the headless shell, and Ubuntu's Chromium has a different package name.
for i in "${!missing[@]}"; do
    if [ "${missing[$i]}" = chromium-headless-shell ] && ! available chromium-headless-shell; then missing[$i]=chromium; fi
    if [ "${missing[$i]}" = chromium ] && ! available chromium; then missing[$i]=chromium-browser; fi
done
if [ ${#missing[@]} -gt 0 ]; then
    status=0
    install "${missing[@]}" || status=$?
    if [ "$status" -ne 0 ]; then
        explain "${missing[@]}"
        exit "$status"
    fi
fi
for package in "${wished[@]}"; do
    install "$package" || say "Not installed, the pages and sheets use another font: $package"
done
