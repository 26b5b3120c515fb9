#!/bin/sh
# Starts dpstudio; arguments are passed on. Without a screen and without a verb it runs a demonstration release.
. "$(dirname -- "$0")/setup.sh"
prepare requirements.txt
# -P: a file that lies in the folder one works in is never taken for a module
exec "$VENV/bin/python" -P -m dpstudio "$@"
