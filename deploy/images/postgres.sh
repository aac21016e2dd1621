#!/bin/sh
# Makes the cluster at the first start, then becomes the server. The same settings as the public image's:
# POSTGRES_PASSWORD_FILE or POSTGRES_PASSWORD, PGDATA, and further arguments for the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  if [ -z "${POSTGRES_PASSWORD_FILE:-}" ]; then
    POSTGRES_PASSWORD_FILE=/tmp/password
    (umask 077; echo "$POSTGRES_PASSWORD" > "$POSTGRES_PASSWORD_FILE")
  fi
  initdb -D "$PGDATA" -U postgres --auth=scram-sha-256 --pwfile="$POSTGRES_PASSWORD_FILE" \
    --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
rm -f "$PGDATA/postmaster.pid" # of a container that was killed: process ids mean nothing in the next one
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories= "$@"
