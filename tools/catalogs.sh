#!/bin/bash
# Collects the messages, brings the catalogs up to date and compiles them: see tools/catalogs.py.
set -euo pipefail
cd "$(dirname "$0")/.."
exec .venv/bin/python tools/catalogs.py "$@"
