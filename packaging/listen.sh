#!/bin/sh
# sh packaging/listen.sh > heard.txt: a screen and a bus of their own, the program, and somebody who hears it and has
# keys alone. Debian: xvfb xdotool openbox at-spi2-core dbus python3-pyatspi. Ends with 1 where something is silent.
set -eu
ROOT=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
VENV=${DPSTUDIO_VENV:-$ROOT/.venv}
folder=$(mktemp -d)
export ROOT VENV folder
for each in Xvfb xdotool openbox dbus-run-session; do
    command -v "$each" >/dev/null || { echo "listen: $each is missing" >&2; exit 2; }
done
code=0
dbus-run-session -- sh -eu -c '
    mkfifo "$folder/screen"
    Xvfb -displayfd 3 -r -screen 0 1280x720x24 -nolisten tcp 3>"$folder/screen" >/dev/null 2>&1 & x=$!
    read -r number <"$folder/screen"
    export DISPLAY=":$number" QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 DPSTUDIO_HOME="$folder/home" QT_QPA_PLATFORM=xcb
    /usr/libexec/at-spi-bus-launcher --launch-immediately >/dev/null 2>&1 & a=$!
    openbox >/dev/null 2>&1 & o=$!
    "$VENV/bin/python" -P -m dpstudio >"$folder/log" 2>&1 & w=$!
    trap "kill $w $o $a $x 2>/dev/null || true" EXIT
    /usr/bin/python3 "$ROOT/packaging/listen.py" "$folder"
' || code=$?
grep -v propagateSizeHints "$folder/log" >&2 || true
rm -rf "$folder"
exit "$code"
