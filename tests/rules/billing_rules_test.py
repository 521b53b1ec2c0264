"""The billing rules on the shipped fixtures, through the built program.

    billing_rules_test.py sqlite|postgres PROGRAM [TEST]

Each rule: holds on clean data, is violated by its own fault with exact count and samples, is not
moved by a neighbour's fault, and is vacuous on empty tables. The expected violations come from a
plain loop over rows that shares no SQL with the rule. COUNTERCHECK_TEST_POSTGRES is the server for
`postgres`; without one the status is 77, "skipped".
"""

import collections
import decimal
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures" / "billing"
PROGRAM = ""
SERVER = os.environ.get("COUNTERCHECK_TEST_POSTGRES", "")


class Sqlite:
    """A SQLite file in a folder of its own."""

    name = "sqlite"
    unit = "pence"
    amount = "amount_pence"

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.target = os.path.join(self.folder.name, "billing.db")

    def execute(self, sql):
        command = ["sqlite3", "-bail", "-separator", "|", self.target]
        done = subprocess.run(command, input=sql, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()]

    def close(self):
        self.folder.cleanup()


class Postgres:
    """A database of its own on the tests' server."""

    name = "postgres"
    unit = "GBP"
    amount = "amount"
    count = 0

    def __init__(self):
        Postgres.count += 1
        self.database = f"countercheck_rules_{os.getpid()}_{Postgres.count}"
        self.target = SERVER
        self.execute(f"CREATE DATABASE {self.database}")
        self.target = SERVER.rsplit("/", 1)[0] + "/" + self.database

    def execute(self, sql):
        command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", self.target]
        done = subprocess.run(command, input=sql, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()]

    def close(self):
        self.target = SERVER
        self.execute(f"DROP DATABASE {self.database} WITH (FORCE)")


class OneCharge(unittest.TestCase):
    """billing.one-charge-per-account-date-item."""

    engine = Sqlite
    rule_id = "billing.one-charge-per-account-date-item"

    def setUp(self):
        self.database = self.engine()
        self.addCleanup(self.database.close)

    def load(self, *kinds):
        for kind in kinds:
            name = f"{self.database.name}_{kind}.sql"
            self.database.execute((FIXTURES / name).read_text(encoding="utf-8"))

    def run_rule(self, status, *arguments):
        """Runs the rule, demands the exit status, and returns its part of the result."""
        command = [PROGRAM, "run", str(ROOT / "rules" / "billing.toml"), "--source",
                   "billing=" + self.database.target, "--as-of", "2026-02-20T07:00:00Z",
                   "-o", "json", *arguments]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        rules = [rule for rule in json.loads(done.stdout)["rules"] if rule["id"] == self.rule_id]
        self.assertEqual(len(rules), 1)
        return rules[0]

    def doubled_by_loop(self):
        """What a person would find with a pencil: key, copies and excess of each double charge."""
        amounts = collections.defaultdict(list)
        rows = self.database.execute(
            f"SELECT account_id, charge_date, line_item_type, {self.database.amount} FROM charges;")
        self.assertTrue(rows)
        for account, day, item, amount in rows:
            amounts[account, day, item].append(decimal.Decimal(amount))
        return {key: (len(found), sum(found) - min(found))
                for key, found in amounts.items() if len(found) > 1}

    def test_holds_on_clean_data(self):
        self.load("clean")
        rule = self.run_rule(0)
        self.assertEqual((rule["verdict"], rule["complete"]), ("holds", True))
        self.assertEqual((rule["violations"], rule["population"]), (0, 560))

    def test_is_violated_by_the_doubled_run(self):
        self.load("clean", "incident")
        rule = self.run_rule(1, "--samples", "100")
        self.assertEqual((rule["verdict"], rule["complete"]), ("violated", True))
        self.assertEqual((rule["violations"], rule["population"]), (21, 574))

        expected = self.doubled_by_loop()
        self.assertEqual(len(expected), 21)
        position = {name: index for index, name in enumerate(rule["columns"])}
        found = {tuple(sample["key"]): (int(sample["values"][position["copies"]]),
                                        decimal.Decimal(sample["values"][position["excess"]]))
                 for sample in rule["samples"]}
        self.assertEqual(found, expected)
        self.assertEqual({account for account, _, _ in found},
                         {f"AC-{number}" for number in [*range(1013, 1021), *range(1025, 1029)]})

        impact = rule["impact"]
        self.assertEqual([entry["unit"] for entry in impact], [self.database.unit])
        self.assertEqual(decimal.Decimal(impact[0]["total"]),
                         sum(excess for _, excess in expected.values()))

    def test_shows_the_largest_first_with_the_runs_that_wrote_it(self):
        self.load("clean", "incident")
        rule = self.run_rule(1)
        self.assertEqual(len(rule["samples"]), 10)
        sample = rule["samples"][0]
        self.assertEqual(sample["key"], ["AC-1019", "2026-02-17", "compute"])
        evidence = sample["evidence"]
        run = evidence["columns"].index("run_id")
        self.assertEqual([row[run] for row in evidence["rows"]],
                         ["run-20260217-a", "run-20260217-b"])

    def test_is_not_moved_by_missing_charges(self):
        self.load("clean")
        self.database.execute("DELETE FROM charges WHERE charge_date = '2026-02-17';")
        self.assertEqual(self.run_rule(0)["verdict"], "holds")

    def test_is_vacuous_on_empty_tables(self):
        self.load("clean")
        self.database.execute("DELETE FROM charges;")
        rule = self.run_rule(2)
        self.assertEqual((rule["verdict"], rule["population"]), ("vacuous", 0))

    def test_looks_from_the_day_that_it_is_given(self):
        self.load("clean", "incident")
        self.assertEqual(self.run_rule(1, "-p", "since=2026-02-17")["violations"], 21)
        later = self.run_rule(0, "-p", "since=2026-02-18")
        self.assertEqual((later["verdict"], later["population"]), ("holds", 140))

    def test_fb_048_a_double_charge_without_an_item_is_found(self):
        self.load("clean")
        # The schema forbids NULL here; another installation's may not.
        if self.database.name == "postgres":
            self.database.execute("ALTER TABLE charges ALTER line_item_type DROP NOT NULL;")
        else:
            self.database.execute(
                "CREATE TABLE loose AS SELECT * FROM charges; DROP TABLE charges;"
                "ALTER TABLE loose RENAME TO charges;")
        amount = self.database.amount
        self.database.execute(
            f"INSERT INTO charges (account_id, charge_date, {amount}, currency, run_id, created_at)"
            f" SELECT account_id, charge_date, {amount}, currency, run_id, created_at"
            "  FROM charges WHERE account_id = 'AC-1004' AND charge_date IN ('2026-02-14')"
            " UNION ALL"
            f" SELECT account_id, charge_date, {amount}, currency, run_id, created_at"
            "  FROM charges WHERE account_id = 'AC-1004' AND charge_date IN ('2026-02-14');")
        rule = self.run_rule(1)
        self.assertEqual(rule["violations"], 1)
        self.assertEqual(rule["samples"][0]["key"], ["AC-1004", "2026-02-14", None])
        self.assertEqual(len(rule["samples"][0]["evidence"]["rows"]), 2)


class OneChargePostgres(OneCharge):
    """The same on Postgres."""

    engine = Postgres


def main():
    global PROGRAM
    engine, PROGRAM, *tests = sys.argv[1:]
    if engine == "postgres" and not SERVER:
        print("COUNTERCHECK_TEST_POSTGRES names no server")
        return 77
    case = {"sqlite": OneCharge, "postgres": OneChargePostgres}[engine]
    suite = unittest.TestSuite()
    for name in tests or unittest.defaultTestLoader.getTestCaseNames(case):
        suite.addTest(case(name))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
