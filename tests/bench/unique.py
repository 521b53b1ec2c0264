"""How fast and how small countercheck is at a uniqueness rule over millions of rows.

    script/with-postgres python3 tests/bench/unique.py PROGRAM [--rows N] [--rounds N]

Needs psql, sqlite3 and about 1 GB of disk. Two questions, on SQLite and, where
COUNTERCHECK_TEST_POSTGRES names a server, on Postgres:

speed   The rule over rows that are nearly all unique, and the same SQL through sqlite3 or psql with
        its output thrown away. Both take turns within one run; the medians are compared. Population
        and integrity are timed apart, so here the one is trivial and the other switched off.
memory  Three of five rows are violations: the count must be exact, and the peak memory small.

Ends with status 1 if a figure is beyond its limit. Ratios need a machine that is otherwise idle.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RATIO_MAX = 1.05
OWN_CPU_SECONDS_MAX = 0.050  # Postgres: all that happens in our own process
MEMORY_MIB_MAX = 64
MEMORY_GROWTH_MIB_MAX = 8  # three million violations against none

# Of the keys of `doubled` two fifths are distinct, so that three fifths of its rows are surplus.
TABLES = """
CREATE TABLE charges (id {key}, account_id integer, charge_date text, item text, amount integer);
INSERT INTO charges (account_id, charge_date, item, amount)
SELECT n % 100000, 'day ' || (n / 100000), 'compute', n % 977 FROM {numbers};
INSERT INTO charges (account_id, charge_date, item, amount)
SELECT account_id, charge_date, item, amount FROM charges WHERE id % ({rows} / 5) = 1;
CREATE TABLE doubled (id {key}, account_id integer, charge_date text, item text, amount integer);
INSERT INTO doubled (account_id, charge_date, item, amount)
SELECT k % 100000, 'day ' || (k / 100000), 'compute', n % 977
FROM (SELECT n, n % ({rows} / 5 * 2) AS k FROM {numbers}) AS keyed;
"""
SQLITE_NUMBERS = """(WITH RECURSIVE counter(n) AS (
  SELECT 0 UNION ALL SELECT n + 1 FROM counter WHERE n + 1 < {rows}) SELECT n FROM counter)"""
POSTGRES_NUMBERS = "(SELECT n FROM generate_series(0, {rows} - 1) AS n) AS counter"

UNIQUE = """SELECT account_id, charge_date, item, count(*) AS copies, sum(amount) - min(amount) AS excess
FROM charges
GROUP BY account_id, charge_date, item
HAVING count(*) > 1"""
SURPLUS = """SELECT id, account_id, charge_date, item, amount
FROM (SELECT id, account_id, charge_date, item, amount,
             row_number() OVER (PARTITION BY account_id, charge_date, item ORDER BY id) AS copy
      FROM doubled) AS numbered
WHERE copy > 1"""
RULES = f"""
[rule.unique]
title = "An account is charged once for a day and item"
source = "bench"
blind_spots = "A bench."
key = ["account_id", "charge_date", "item"]
impact = {{ column = "excess", unit = "pence" }}
violations = '''{UNIQUE}'''
population = 'SELECT 1'

[rule.surplus]
title = "No row has an older twin"
source = "bench"
blind_spots = "A bench."
key = ["id"]
impact = {{ column = "amount", unit = "pence" }}
violations = '''{SURPLUS}'''
population = 'SELECT 1'
"""


class Cost:
    """What one process took: seconds of wall and processor, and its peak memory in MiB."""

    def __init__(self, command, output=subprocess.DEVNULL):
        started = time.monotonic()
        with subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE) as process:
            self.memory = 0.0
            # The peak of a child as wait() gives it would count this interpreter's memory too.
            while True:
                self.memory = max(self.memory, peak_mib(process.pid))
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                time.sleep(0.002)
            self.wall = time.monotonic() - started
            self.cpu = usage.ru_utime + usage.ru_stime
            self.status = os.waitstatus_to_exitcode(status)
            process.returncode = self.status
            self.errors = process.stderr.read().decode(errors="replace")


def peak_mib(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as facts:
            for line in facts:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass  # it has ended between two looks; the last figure stands
    return 0.0


class Bench:
    """One engine: its data, its bare client, and countercheck."""

    def __init__(self, engine, program, folder, options):
        self.engine, self.program, self.folder, self.options = engine, program, folder, options
        self.failures = []
        self.rules = os.path.join(folder, "bench.toml")
        pathlib.Path(self.rules).write_text(RULES, encoding="utf-8")
        self.statement = os.path.join(folder, "unique.sql")
        pathlib.Path(self.statement).write_text(UNIQUE + ";\n", encoding="utf-8")
        if engine == "sqlite":
            self.target = os.path.join(folder, "bench.db")
            self.client = ["sqlite3", "-bail", self.target]
            numbers, key = SQLITE_NUMBERS, "INTEGER PRIMARY KEY"
        else:
            self.target = os.environ["COUNTERCHECK_TEST_POSTGRES"]
            self.client = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", self.target]
            numbers, key = POSTGRES_NUMBERS, "integer GENERATED ALWAYS AS IDENTITY"
        rows = options.rows
        script = TABLES.format(rows=rows, key=key, numbers=numbers.format(rows=rows))
        if engine == "postgres":
            script += "VACUUM ANALYZE charges; VACUUM ANALYZE doubled;"
        subprocess.run(self.client, input=script, text=True, check=True)

    def say(self, text):
        print(f"{self.engine:8} {text}", flush=True)

    def limit(self, name, figure, most, unit=""):
        verdict = "ok" if figure <= most else "TOO MUCH"
        self.say(f"{name}: {figure:.3f}{unit} (at most {most}{unit}) {verdict}")
        if figure > most:
            self.failures.append(f"{self.engine} {name}")

    def check(self, rule, wanted):
        """countercheck on one rule; the count must be exact whatever is measured."""
        result = os.path.join(self.folder, "result.json")
        command = [self.program, "run", self.rules, f"bench.{rule}", "--source",
                   "bench=" + self.target, "--integrity", "off", "--evidence=none", "-q",
                   "-o", "json=" + result]
        cost = Cost(command)
        if cost.status != 1:
            raise SystemExit(f"status {cost.status} instead of 1: {cost.errors}")
        with open(result, encoding="utf-8") as document:
            found = [entry for entry in json.load(document)["rules"] if entry["id"] == f"bench.{rule}"][0]
        if found["violations"] != wanted or not found["complete"]:
            raise SystemExit(f"{rule}: {found['violations']} violations instead of {wanted}")
        return cost

    def floor(self):
        arguments = {"sqlite": [".read " + self.statement], "postgres": ["-f", self.statement]}
        cost = Cost(self.client + arguments[self.engine])
        if cost.status != 0:
            raise SystemExit(cost.errors)
        return cost

    def speed(self):
        bare, ours = [], []
        self.floor()  # warms the caches for both
        for _ in range(self.options.rounds):
            bare.append(self.floor())
            ours.append(self.check("unique", 5))
        bare_wall = statistics.median(cost.wall for cost in bare)
        ours_wall = statistics.median(cost.wall for cost in ours)
        self.say(f"{self.options.rows} rows, medians of {self.options.rounds}: "
                 f"bare {bare_wall:.3f} s, countercheck {ours_wall:.3f} s")
        self.limit("ratio", ours_wall / bare_wall, RATIO_MAX)
        if self.engine == "postgres":
            self.limit("own processor time", statistics.median(cost.cpu for cost in ours),
                       OWN_CPU_SECONDS_MAX, " s")
        return max(cost.memory for cost in ours)

    def memory(self, without):
        wanted = self.options.rows - self.options.rows // 5 * 2
        cost = self.check("surplus", wanted)
        self.say(f"{wanted} violations, counted exactly, in {cost.wall:.1f} s")
        self.limit("peak memory", cost.memory, MEMORY_MIB_MAX, " MiB")
        if self.engine == "postgres":
            self.limit("more than with 5 violations", cost.memory - without, MEMORY_GROWTH_MIB_MAX,
                       " MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.rows % 100000 != 0 or options.rows < 100000:
        raise SystemExit("--rows must be a multiple of 100000")

    engines = ["sqlite"]
    if os.environ.get("COUNTERCHECK_TEST_POSTGRES"):
        engines.append("postgres")
    else:
        print("postgres is left out: COUNTERCHECK_TEST_POSTGRES names no server")
    failures = []
    for engine in engines:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(engine, os.path.abspath(options.program), folder, options)
            bench.memory(bench.speed())
            failures += bench.failures
    for failure in failures:
        print("beyond its limit:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
