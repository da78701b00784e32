#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that the program (run), its tests (test) or those in WebKit (webkit) need and that are missing.
# Elsewhere it says what to install by hand and lets the caller go on.
set -euo pipefail

purpose=${1:-run}

# Sheets cannot be set without these …
needed=(libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core)
# … and look their best with these.
nicer=(fonts-vollkorn fonts-lato)

say() { printf '%s\n' "$*" >&2; }

have() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

available() { [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]; }

if [ "$purpose" = test ]; then
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || needed+=(postgresql)
    command -v chromium chromium-browser google-chrome >/dev/null || needed+=(chromium)
    command -v pdftoppm >/dev/null || needed+=(poppler-utils)
fi

if [ "$purpose" = webkit ]; then
    command -v WebKitWebDriver >/dev/null || needed+=(webkit2gtk-driver)
    command -v Xvfb >/dev/null || needed+=(xvfb)
fi

if ! command -v apt-get >/dev/null; then
    say "This is not Debian or Ubuntu: please see to it yourself that these are installed"
    say "  Pango 1.44 or newer, the DejaVu, Vollkorn and Lato fonts"
    [ "$purpose" = test ] && say "  for the tests also PostgreSQL, Chromium and poppler's pdftoppm"
    [ "$purpose" = webkit ] && say "  for the tests in WebKit also WebKitGTK's WebKitWebDriver and MiniBrowser, and Xvfb"
    exit 0
fi

missing=()
for package in "${needed[@]}"; do have "$package" || missing+=("$package"); done
wished=()
for package in "${nicer[@]}"; do have "$package" || wished+=("$package"); done
[ ${#missing[@]} -eq 0 ] && [ ${#wished[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    # Without a terminal nobody can type the password that sudo may ask for.
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=(sudo)
    elif [ ${#missing[@]} -eq 0 ]; then
        say "Not installed, the sheets use other fonts: ${wished[*]} (needs an administrator)"
        exit 0
    else
        say "Some Debian packages are missing and only an administrator can install them. Please run as root:"
        say "  apt-get install --no-install-recommends ${missing[*]} ${wished[*]}"
        say "and then the same make command again."
        exit 1
    fi
fi

install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

say "Installing Debian packages: ${missing[*]} ${wished[*]}"
"${as_root[@]}" apt-get update -qq </dev/null || say "apt-get update failed; going on with the package lists at hand."
# Ubuntu's Chromium has another package name.
for i in "${!missing[@]}"; do
    if [ "${missing[$i]}" = chromium ] && ! available chromium; then missing[$i]=chromium-browser; fi
done
[ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
for package in "${wished[@]}"; do
    install "$package" || say "Not installed, the pages and sheets use another font: $package"
done
