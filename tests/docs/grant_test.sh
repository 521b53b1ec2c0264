#!/bin/bash
# The role of docs/grant-read-only.sql can do all that a rule needs and cannot write:
#   grant_test.sh PROGRAM
# COUNTERCHECK_TEST_POSTGRES is the server to use; without one the status is 77, "skipped".
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

program=$1
if [ -z "${COUNTERCHECK_TEST_POSTGRES:-}" ]; then
  echo "grant_test: COUNTERCHECK_TEST_POSTGRES names no server"
  exit 77
fi
fail() { printf 'grant_test: %s\n' "$*" >&2; exit 1; }

database=countercheck_grant_$$
role=countercheck_reader_$$
server=${COUNTERCHECK_TEST_POSTGRES%/*}
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
cleanup() {
  sql "$COUNTERCHECK_TEST_POSTGRES" -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" || true
  sql "$COUNTERCHECK_TEST_POSTGRES" -c "DROP ROLE IF EXISTS $role" || true
}
trap cleanup EXIT

sql "$COUNTERCHECK_TEST_POSTGRES" -c "CREATE DATABASE $database"
admin=$server/$database
# Twice, because it must be possible to run it again.
for _ in 1 2; do
  sql "$admin" -v role="$role" -v schema=public -v owner=postgres -f "$root/docs/grant-read-only.sql"
done
# The tables come later than the grant, as new tables of an application do.
sql "$admin" -f "$root/fixtures/billing/postgres_clean.sql" -f "$root/fixtures/billing/postgres_incident.sql"

reader=${admin/\/\/*@/\/\/$role@}
status=0
"$program" run "$root/rules/billing.toml" --source "billing=$reader" --as-of 2026-02-20T07:00:00Z \
  || status=$?
[ "$status" -eq 1 ] || fail "status $status instead of 1"

for statement in "DELETE FROM charges" "SET default_transaction_read_only = off; DELETE FROM charges" \
                 "SET default_transaction_read_only = off; CREATE TABLE mine (n integer)" \
                 "SELECT pg_stat_reset()"; do
  case "$statement" in
    # Before Postgres 15 everyone may create tables in `public`.
    *CREATE*) [ "$(sql "$admin" -c 'SHOW server_version_num')" -ge 150000 ] || continue ;;
  esac
  ! sql "$reader" -c "$statement" >/dev/null 2>&1 || fail "the role may: $statement"
done
[ "$(sql "$admin" -c 'SELECT count(*) FROM charges')" = 574 ] || fail "rows are gone"
