#!/bin/sh
# Puts dpstudio into this person's menu, with its icon, and lets *.dpstudio files open in it; --remove takes it out again.
# Nothing outside of XDG_DATA_HOME (~/.local/share) is touched, and no right but this person's is needed.
set -eu
ROOT=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
ICONS=$ROOT/resources/desktop
KIND=application-vnd.dpstudio.project+json
case ${XDG_DATA_HOME:-} in
    /*) DATA=$XDG_DATA_HOME ;;
    *) DATA=${HOME:?}/.local/share ;;
esac
ENTRY=$DATA/applications/dpstudio.desktop

each() {  # each DO: DO FROM TO for every file but the entry, which names the program
    "$1" "$ICONS/dpstudio.svg" icons/hicolor/scalable/apps/dpstudio.svg
    for size in 16x16 22x22 24x24; do "$1" "$ICONS/dpstudio-small.svg" "icons/hicolor/$size/apps/dpstudio.svg"; done
    "$1" "$ICONS/dpstudio-symbolic.svg" icons/hicolor/symbolic/apps/dpstudio-symbolic.svg
    "$1" "$ICONS/dpstudio-project.svg" "icons/hicolor/scalable/mimetypes/$KIND.svg"
    "$1" "$ROOT/packaging/desktop/dpstudio.xml" mime/packages/dpstudio.xml
}

put() { mkdir -p -- "$DATA/${2%/*}" && cp -- "$1" "$DATA/$2" && chmod 644 -- "$DATA/$2"; }
take() { rm -f -- "$DATA/$2"; }

in_value() { printf '%s\n' "$1" | sed 's/\\/\\\\/g'; }  # as any text of an entry
in_command() { in_value "$(printf '%s\n' "$1" | sed 's/[\\`"$]/\\&/g; s/%/%%/g')"; }  # as a quoted word of Exec

entry() {  # the entry that ships, with the program of this checkout
    EXEC="sh \"$(in_command "$ROOT/packaging/run.sh")\" %f" TRY=$(in_value "$ROOT/packaging/run.sh") awk '
        /^Exec=/ { print "Exec=" ENVIRON["EXEC"]; next }
        /^TryExec=/ { print "TryExec=" ENVIRON["TRY"]; next }
        { print }
    ' "$ROOT/packaging/desktop/dpstudio.desktop"
}

tell_the_desktop() {  # what each desktop has in store of it; where a tool is not there, its desktop is not either
    if command -v update-mime-database >/dev/null; then update-mime-database "$DATA/mime"; fi
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$DATA/applications"; fi
    touch -- "$DATA/icons/hicolor"
    if [ -e "$DATA/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
        gtk-update-icon-cache -q -f -t "$DATA/icons/hicolor"
    fi
}

case "$*" in
    "")
        case $ROOT in *"
"*) echo "dpstudio: a folder whose name has a line end cannot be named in a menu" >&2; exit 2 ;; esac
        each put
        mkdir -p -- "${ENTRY%/*}"
        entry > "$ENTRY.new"
        mv -- "$ENTRY.new" "$ENTRY"
        tell_the_desktop
        echo "dpstudio is in the menu now, and *.dpstudio files open in it. To remove it: sh packaging/desktop.sh --remove"
        ;;
    --remove)
        each take
        rm -f -- "$ENTRY"
        mkdir -p -- "$DATA/mime/packages" "$DATA/applications" "$DATA/icons/hicolor"
        tell_the_desktop
        echo "dpstudio was removed from the menu."
        ;;
    *)
        echo "usage: sh packaging/desktop.sh [--remove]" >&2
        exit 2
        ;;
esac
