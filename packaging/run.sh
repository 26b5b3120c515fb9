#!/bin/sh
# Starts dpstudio; arguments are passed on. Without a screen and without a verb it runs a demonstration release.
. "$(dirname -- "$0")/setup.sh"
prepare requirements.txt
if [ $# -eq 0 ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -z "${QT_QPA_PLATFORM:-}" ]; then
    echo "dpstudio: there is no screen here, so this runs a demonstration release without a window" >&2
    exec "$VENV/bin/python" -m dpstudio.demonstration_run
fi
exec "$VENV/bin/python" -m dpstudio "$@"
