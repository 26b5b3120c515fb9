# Sourced by run.sh and test.sh: makes the environment and checks what Qt needs from the system.
set -eu
ROOT=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
PY=${PYTHON:-python3}
VENV=${DPSTUDIO_VENV:-$ROOT/.venv}

fail() { echo "dpstudio: $1" >&2; exit 2; }

install_packages() {
    [ $# -gt 0 ] || return 0
    line="apt-get install --no-install-recommends $*"
    [ "$(id -u)" = 0 ] || fail "system packages are missing; mend it with:  sudo $line"
    echo "dpstudio: installing $*" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive $line -y -qq; } >/dev/null 2>&1 \
        || fail "could not install system packages; try:  $line"
}

# Qt's own libraries, that of its local sockets (a further start), then those of a screen (xcb).
PACKAGES="libgl1 libegl1 libdbus-1-3 libfontconfig1 libxkbcommon0 libgssapi-krb5-2"
if [ -n "${DISPLAY:-}" ]; then
    PACKAGES="$PACKAGES libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0"
    PACKAGES="$PACKAGES libxcb-render-util0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libxkbcommon-x11-0"
fi

missing_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then return 0; fi
    for package in $PACKAGES; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
    done
    dpkg-query -W -f='${Status}\n' 'libglib2.0-0*' 2>/dev/null | grep -q 'ok installed' || printf '%s ' libglib2.0-0
    command -v "$PY" >/dev/null 2>&1 || printf '%s ' python3
    "$PY" -m pip --version >/dev/null 2>&1 || printf '%s ' python3-pip
}

prepare() {  # prepare REQUIREMENTS: installs only when the lists changed since the last start
    stamp="$VENV/.stamp-$1"
    digest=$(cat "$ROOT/packaging/requirements.txt" "$ROOT/packaging/$1" | sha256sum | cut -d' ' -f1)
    if [ "$(cat "$stamp" 2>/dev/null || true)" != "$digest" ]; then
        # shellcheck disable=SC2046
        install_packages $(missing_packages)
        "$PY" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
            || fail "Python 3.11, 3.12 or 3.13 is needed; name one with PYTHON=/path/to/python3"
        [ -x "$VENV/bin/python" ] || "$PY" -m venv --without-pip "$VENV"
        "$PY" -m pip --python "$VENV/bin/python" install -q --disable-pip-version-check \
            --root-user-action=ignore --only-binary=:all: --require-hashes -r "$ROOT/packaging/$1"
        site=$("$VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
        echo "$ROOT" > "$site/dpstudio-checkout.pth"
        echo "$digest" > "$stamp"
    else
        lacking=$(missing_packages)
        # shellcheck disable=SC2086
        install_packages $lacking
    fi
}
