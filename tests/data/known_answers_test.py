"""Rule packs on data that nobody wrote for these tests:  known_answers_test.py PROGRAM PACK [ENGINE]

The counts below were found by hand and by programs that share no SQL with the rules. PACK is chinook,
gnucash, xero or jobs; the last two are loaded from CSV into ENGINE, sqlite or postgres.
COUNTERCHECK_TEST_POSTGRES is the server for `postgres`; without one the status is 77, "skipped".
"""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent
SERVER = os.environ.get("COUNTERCHECK_TEST_POSTGRES", "")

# rule: (verdict, violations, population)
ANSWERS = {
    "chinook": {
        "chinook.invoice-total-equals-its-lines": ("holds", 0, 412),
        "chinook.line-price-is-the-track-price": ("holds", 0, 2240),
        "chinook.playlist-has-tracks": ("violated", 4, 18),
        "chinook.playlist-name-is-unique": ("violated", 4, 18),
        "chinook.track-name-is-unique-on-its-album": ("violated", 6, 3503),
    },
    "gnucash": {
        "gnucash.schedule-counts-its-transactions": ("violated", 2, 2),
        "gnucash.splits-add-up-to-zero": ("holds", 0, 76),
    },
    "xero": {
        "xero.bill-is-entered-once": ("violated", 1, 601),
        "xero.due-is-what-is-not-paid": ("violated", 9, 601),
        "xero.journal-nets-to-zero": ("holds", 0, 1685),
        "xero.total-is-subtotal-plus-tax": ("violated", 1, 601),
    },
    "jobs": {
        "jobs.one-charge-per-account-and-day": ("violated", 5, 110),
        "jobs.run-has-an-end": ("violated", 3, 60),
        "jobs.run-is-over-before-the-next": ("violated", 12, 60),
    },
}

SOURCE = {"chinook": "chinook", "gnucash": "book", "xero": "books", "jobs": "jobs"}
FILES = {"chinook": "chinook/chinook.db", "gnucash": "gnucash/book_schtx.gnucash"}
TABLES = {
    "xero": {"invoice": "xero_invoice_data.csv", "journal": "xero_journal_data.csv",
             "journal_line": "xero_journal_line_data.csv"},
    "jobs": {"charge": "pgcron_charge.csv", "job_run": "pgcron_job_run_details.csv"},
}
# Columns that Postgres holds in a type of its own; all others are text, as on SQLite.
TYPES = {
    "numeric": {"amount", "amount_credited", "amount_due", "amount_paid", "sub_total", "total",
                "total_tax", "net_amount", "gross_amount", "tax_amount"},
    "timestamptz": {"start_time", "end_time", "run_at"},
    "date": {"day", "date"},
    "integer": {"runid", "account"},
}


def run(command, text=""):
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)


def load_sqlite(pack, target):
    for table, name in TABLES[pack].items():
        run(["sqlite3", "-bail", "-csv", target, f".import {DATA / pack / name} {table}"])


def load_postgres(pack, target):
    for table, name in TABLES[pack].items():
        file = DATA / pack / name
        with open(file, encoding="utf-8", newline="") as lines:
            header = next(csv.reader(lines))
        kinds = [next((kind for kind, columns in TYPES.items() if column in columns), "text")
                 for column in header]
        columns = ", ".join(f'"{column}" {kind}' for column, kind in zip(header, kinds))
        run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", target],
            f"CREATE TABLE {table} ({columns});\n\\copy {table} from '{file}' csv header\n")


def judge(program, pack, target, folder):
    result = os.path.join(folder, "result.json")
    done = subprocess.run([program, "run", str(DATA / f"{pack}.toml"), "--source",
                           f"{SOURCE[pack]}={target}", "-o", "json=" + result],
                          text=True, capture_output=True, check=False)
    if done.returncode != 1:
        print(done.stdout, done.stderr)
        raise SystemExit(f"status {done.returncode} instead of 1")
    with open(result, encoding="utf-8") as document:
        rules = json.load(document)["rules"]
    found = {rule["id"]: (rule["verdict"], rule["violations"], rule["population"])
             for rule in rules if rule["complete"]}
    for name in sorted(ANSWERS[pack].keys() | found.keys()):
        known = ANSWERS[pack].get(name)
        print("ok " if found.get(name) == known else "BAD", name, found.get(name), "known:", known)
    if pack == "jobs":
        charges = next(rule for rule in rules if rule["id"].startswith("jobs.one-charge"))
        print("impact", charges["impact"])
        if charges["impact"][0]["total"] not in ("1050.00", "105000"):
            return 1
    return 0 if found == ANSWERS[pack] else 1


def main():
    program, pack, *engine = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "data.db")
        if pack in FILES:
            shutil.copy(DATA / FILES[pack], target)
            return judge(program, pack, target, folder)
        if engine == ["sqlite"]:
            load_sqlite(pack, target)
            return judge(program, pack, target, folder)
        if not SERVER:
            print("COUNTERCHECK_TEST_POSTGRES names no server")
            return 77
        database = f"countercheck_{pack}_{os.getpid()}"
        run(["psql", "-XqAt", SERVER, "-c", f"CREATE DATABASE {database}"])
        try:
            target = SERVER.rsplit("/", 1)[0] + "/" + database
            load_postgres(pack, target)
            return judge(program, pack, target, folder)
        finally:
            run(["psql", "-XqAt", SERVER, "-c", f"DROP DATABASE {database} WITH (FORCE)"])


if __name__ == "__main__":
    sys.exit(main())
