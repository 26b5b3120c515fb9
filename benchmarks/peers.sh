#!/bin/sh
# Compares with OpenDP and diffprivlib in an environment of its own, so that the program never depends on them.
set -eu
ROOT=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
PEERS=${DPSTUDIO_PEERS:-$ROOT/.venv-peers}
if [ ! -x "$PEERS/bin/python" ]; then
    "${PYTHON:-python3}" -m venv "$PEERS"
    "$PEERS/bin/pip" install -q opendp==0.16.0 diffprivlib==0.6.6 scikit-learn==1.6.1 "numpy>=2.4,<2.5" cryptography
fi
cd "$ROOT"
PYTHONPATH="$ROOT" exec "$PEERS/bin/python" benchmarks/peers.py
