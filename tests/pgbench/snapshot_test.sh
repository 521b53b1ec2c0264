#!/bin/bash
# Runs countercheck while pgbench writes to the same tables:  snapshot_test.sh PROGRAM
#
# On each of 20 runs the pack must hold, and four sums that four rules found in four statements
# must be equal: all rules of a run see one moment. Then pgbench leaves out the tellers and branches
# (-N), and exactly those must be violated.
# COUNTERCHECK_TEST_POSTGRES is the server to use; without one the status is 77, "skipped".
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

program=$1
if [ -z "${COUNTERCHECK_TEST_POSTGRES:-}" ]; then
  echo "snapshot_test: COUNTERCHECK_TEST_POSTGRES names no server"
  exit 77
fi
fail() { printf 'snapshot_test: %s\n' "$*" >&2; exit 1; }

bench=$(printf '%s\n' /usr/lib/postgresql/*/bin/pgbench | sort -V | tail -n 1)
[ -x "$bench" ] || fail "there is no pgbench below /usr/lib/postgresql"

work=$(mktemp -d)
load=
database=countercheck_pgbench_$$
server=${COUNTERCHECK_TEST_POSTGRES%/*}
sql() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }
cleanup() {
  if [ -n "$load" ]; then
    kill "$load" 2>/dev/null || true
    wait "$load" 2>/dev/null || true
  fi
  sql "$COUNTERCHECK_TEST_POSTGRES" -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" || true
  rm -rf -- "$work"
}
trap cleanup EXIT

sql "$COUNTERCHECK_TEST_POSTGRES" -c "CREATE DATABASE $database"
bank=$server/$database
"$bench" --initialize --scale=1 --quiet "$bank" 2>"$work/init.log" || fail "pgbench: $(cat "$work/init.log")"

# pgbench_run ARGUMENT…: a load of known size.
pgbench_run() { "$bench" --no-vacuum "$@" "$bank" >"$work/bench.log" 2>&1 || fail "pgbench: $(cat "$work/bench.log")"; }

# verdicts FILE: "id verdict violations" for each rule of a result document.
verdicts() {
  python3 -c '
import json, sys
for rule in json.load(open(sys.argv[1]))["rules"]:
    print(rule["id"], rule["verdict"], rule["violations"])' "$1"
}

# The figures of a run without load are known: pgbench draws from a fixed seed.
pgbench_run --client=4 --jobs=1 --transactions=500 --random-seed=42
[ "$(sql "$bank" -c 'SELECT sum(delta) FROM pgbench_history')" = -20105 ] ||
  echo "snapshot_test: this pgbench draws other numbers than that of PostgreSQL 15"

"$bench" --no-vacuum --client=2 --jobs=1 --time=600 "$bank" >"$work/load.log" 2>&1 &
load=$!

runs=20
for ((run = 1; run <= runs; ++run)); do
  status=0
  "$program" run "$here/pgbench.toml" "$here/sums.toml" --source "bank=$bank" \
    -o "json=$work/$run.json" -q >"$work/out" 2>"$work/err" || status=$?
  [ "$status" -eq 1 ] || fail "run $run: status $status instead of the 1 of the probes: $(cat "$work/err")"
done
kill -0 "$load" 2>/dev/null || fail "the load ended before the runs: $(cat "$work/load.log")"
kill "$load"
wait "$load" 2>/dev/null || true
load=

python3 - "$work" "$runs" <<'PYTHON'
import json, sys
work, runs = sys.argv[1], int(sys.argv[2])
seen = set()
for run in range(1, runs + 1):
    rules = {rule["id"]: rule for rule in json.load(open(f"{work}/{run}.json"))["rules"]}
    assert len(rules) == 8, f"run {run}: {sorted(rules)}"
    for name, rule in rules.items():
        wanted = "violated" if name.startswith("sums.") else "holds"
        assert rule["verdict"] == wanted and rule["complete"], f"run {run}: {name}: {rule['verdict']} {rule['reason']} {rule['samples']}"
    sums = {rule["samples"][0]["values"][0] for name, rule in rules.items() if name.startswith("sums.")}
    assert len(sums) == 1, f"run {run}: the rules of one run saw different moments: {sums}"
    seen |= sums
assert len(seen) > runs // 2, f"the load hardly moved between the runs: {seen}"
PYTHON

# What is left out is found, and only that.
pgbench_run --skip-some-updates --client=4 --jobs=1 --transactions=300 --random-seed=43
status=0
"$program" run "$here/pgbench.toml" --source "bank=$bank" -o "json=$work/after.json" -q \
  >"$work/out" 2>"$work/err" || status=$?
[ "$status" -eq 1 ] || fail "after -N: status $status instead of 1: $(cat "$work/err")"
verdicts "$work/after.json" >"$work/after"
diff - "$work/after" <<'EXPECTED' || fail "after -N the verdicts are not as expected"
pgbench.account-holds-its-history holds 0
pgbench.branch-holds-its-history violated 1
pgbench.four-sums-agree violated 1
pgbench.teller-holds-its-history violated 10
EXPECTED
echo "snapshot_test: $runs runs under load saw one moment each; 10 tellers and 1 branch were found"
