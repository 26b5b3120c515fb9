#!/bin/sh
# Starts dpstudio; arguments are passed on. Without a screen and without a verb it runs a demonstration release.
. "$(dirname -- "$0")/setup.sh"
prepare requirements.txt
exec "$VENV/bin/python" -m dpstudio "$@"
