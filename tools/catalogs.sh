#!/bin/bash
# Collects messages, then updates and compiles the catalogs: see tools/catalogs.py.
set -euo pipefail
cd "$(dirname "$0")/.."
exec .venv/bin/python tools/catalogs.py "$@"
