#!/bin/sh
# Lint, types, import contracts, tests. With --long also the checks that take longer than ten minutes.
. "$(dirname -- "$0")/setup.sh"
prepare requirements-test.txt
cd "$ROOT"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" PYTHONHASHSEED=0
unset PYTHONDONTWRITEBYTECODE  # else every process that the tests start compiles the whole program again
marker="not long"
if [ "${1:-}" = --long ]; then marker=""; shift; fi
bin="$VENV/bin"
"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy"
"$bin/lint-imports" --no-logo
if [ -n "$marker" ] && [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'END {print $4}')" -gt 4000000 ]; then
    TMPDIR=$(mktemp -d /dev/shm/dpstudio-tests.XXXXXX)  # nothing waits for a disk; the long run is on one
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT INT TERM
fi
# Three at once on two cores: tests of the window wait a good part of their time.
"$bin/python" -m pytest -rs -n 3 --dist worksteal --durations=10 -m "$marker" "$@"
