#!/bin/sh
# The server writes its state into the last line of its lock file; the embedded package has no client to ask with.
while read -r line; do state=$line; done < "$PGDATA/postmaster.pid"
[ "${state:-}" = ready ]
