#!/bin/sh
# Tests against a local PostgreSQL and a local Spark, in an environment of its own with their drivers.
# With --long also the five hundred pairs of neighbouring tables for each server.
# PostgreSQL's programs and Java 17 must be there; a temporary server is started on a free port and removed.
. "$(dirname -- "$0")/setup.sh"
marker="not long"
if [ "${1:-}" = --long ]; then marker=""; shift; fi
VENV=${DPSTUDIO_DATABASES_VENV:-$ROOT/.venv-databases}
prepare requirements-test.txt
"$PY" -m pip --python "$VENV/bin/python" install -q --disable-pip-version-check --root-user-action=ignore \
    "psycopg[binary]>=3.2,<4" pyspark==4.0.5 pandas==3.1.1
cd "$ROOT"

programs=$(pg_config --bindir 2>/dev/null || ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1 || true)
if [ -z "${DPSTUDIO_TEST_POSTGRES:-}" ] && [ -x "$programs/initdb" ]; then
    data=$(mktemp -d)
    port=$("$VENV/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    as=""
    if [ "$(id -u)" = 0 ]; then as="runuser -u postgres --"; chown postgres "$data"; fi
    trap '$as "$programs/pg_ctl" -D "$data/db" -m immediate stop >/dev/null 2>&1; rm -rf "$data"' EXIT
    $as "$programs/initdb" -D "$data/db" -A trust -U postgres >/dev/null
    echo "host all locked 127.0.0.1/32 scram-sha-256" | cat - "$data/db/pg_hba.conf" > "$data/hba"
    cp "$data/hba" "$data/db/pg_hba.conf"
    tls=""
    if command -v openssl >/dev/null 2>&1; then  # a certificate that nobody has signed but the server itself
        openssl req -new -x509 -days 2 -nodes -batch -subj /CN=localhost -addext subjectAltName=DNS:localhost \
            -out "$data/own.crt" -keyout "$data/own.key" 2>/dev/null
        chmod 600 "$data/own.key"
        if [ -n "$as" ]; then chown postgres "$data/own.key"; chmod 755 "$data"; fi
        tls="-c ssl=on -c ssl_cert_file=$data/own.crt -c ssl_key_file=$data/own.key"
        export DPSTUDIO_TEST_POSTGRES_CERTIFICATE="$data/own.crt"
    fi
    $as "$programs/pg_ctl" -D "$data/db" -o "-p $port -k $data -c listen_addresses=127.0.0.1 $tls" -l "$data/log" \
        -w start >/dev/null
    export DPSTUDIO_TEST_POSTGRES_LOCKED=1
    export DPSTUDIO_TEST_POSTGRES="postgresql://postgres@127.0.0.1:$port/postgres"
fi
if [ -z "${DPSTUDIO_TEST_SPARK:-}" ] && command -v java >/dev/null 2>&1; then export DPSTUDIO_TEST_SPARK=1; fi
export PYSPARK_PYTHON="$VENV/bin/python" QT_QPA_PLATFORM=offscreen
"$VENV/bin/python" -m pytest -rs -m "$marker" tests/databases tests/core/test_databases.py "$@"
