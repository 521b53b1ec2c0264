"""House rules that a reviewer need not repeat:  house_rules_test.py CHECKOUT [RULE]

RULE is one of the functions below whose name begins with check_; without it all are run. Each prints
the places that break it; the status is then 1. A rule that finds nothing to look at fails as well.
"""

import pathlib
import re
import sys

# What each folder may include, besides itself and the standard library.
LAYERS = {
    "adapters": set(),
    "adapters/sqlite": {"adapters"},
    "adapters/postgres": {"adapters"},
    "checker/model": {"adapters"},
    "checker/time": {"adapters", "checker/model"},
    "checker/load": {"adapters", "checker/model", "checker/time"},
    "checker/sql": {"adapters", "checker/model"},
    # adapters/sqlite for its placeholders only, see FILES below.
    "checker/plan": {"adapters", "checker/model", "checker/time", "checker/sql",
                     "adapters/sqlite"},
    "checker/engine": {"adapters", "checker/model", "checker/time", "checker/sql", "checker/plan"},
    "checker/report": {"checker/model", "adapters"},
    "checker/cli": {"adapters", "adapters/sqlite", "adapters/postgres", "checker/model",
                    "checker/time", "checker/load", "checker/sql", "checker/plan",
                    "checker/engine", "checker/report"},
}
# Of a folder in the left column only these files may be included by the one named.
FILES = {
    ("checker/plan", "adapters/sqlite"): {"adapters/sqlite/placeholders.h"},
    ("checker/cli", "adapters/sqlite"): {"adapters/sqlite/sqlite_source.h"},
    ("checker/cli", "adapters/postgres"): {"adapters/postgres/postgres_source.h"},
    ("checker/report", "adapters"): set(),
}
# Headers of libraries and the only folders that know them.
LIBRARIES = {
    "sqlite3.h": {"adapters/sqlite"},
    "libpq-fe.h": {"adapters/postgres"},
    "pqxx/": {"adapters/postgres"},
    "pg_query": {"checker/sql"},
    "toml++": {"checker/load"},
    "spdlog/": {"checker/cli"},
    "CLI/": {"checker/cli"},
    "date/": {"checker/time"},
    "openssl/": {"checker/engine"},
    "utf8proc": {"checker/report"},
    "boost/": {"checker/model"},
    "nlohmann/": {"checker/report", "checker/sql"},
}
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
SOURCES = (".h", ".cpp")

# The kinds of field case that this version answers for; each has at least one test of its name.
FIELD_CASES = [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 19, 20, 21, 22, 26, 27, 28, 29, 31, 32, 33,
               34, 36, 37, 38, 39, 73, 74, 75, 78, 79, 89, 90, 91, 93, 94, 96, 97, 98, 100, 101,
               102, 103, 106, 107, 109, 111]

INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]')


def sources(checkout, *folders):
    found = [path for folder in folders for path in sorted((checkout / folder).rglob("*"))
             if path.suffix in SOURCES]
    assert found, f"no sources in {folders}"
    return found


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def folder_of(name):
    return name.rpartition("/")[0]


def check_layers(checkout):
    for path in sources(checkout, "adapters", "checker"):
        here = folder_of(str(path.relative_to(checkout)))
        if here not in LAYERS:
            yield f"{path}: folder {here} has no place in the table of layers"
            continue
        for number, ours, name in includes(path):
            target = folder_of(name)
            if ours and target != here and (
                    target not in LAYERS[here] or
                    name not in FILES.get((here, target), {name})):
                yield f"{path}:{number}: {here} may not include {name}"


def check_libraries(checkout):
    for path in sources(checkout, "adapters", "checker"):
        here = folder_of(str(path.relative_to(checkout)))
        for number, ours, name in includes(path):
            for library, folders in LIBRARIES.items():
                if not ours and name.startswith(library) and here not in folders:
                    yield f"{path}:{number}: only {sorted(folders)} may include {name}"


def check_header_cycles(checkout):
    graph = {str(path.relative_to(checkout)): [name for _, ours, name in includes(path) if ours]
             for path in sources(checkout, "adapters", "checker") if path.suffix == ".h"}
    done = set()

    def visit(name, trail):
        if name in trail:
            yield " -> ".join(trail[trail.index(name):] + [name])
        elif name not in done:
            for target in graph.get(name, []):
                yield from visit(target, trail + [name])
            done.add(name)

    for name in graph:
        yield from visit(name, [])


def check_file_size(checkout):
    for path in sources(checkout, "adapters", "checker", "tests"):
        lines = len(path.read_text().splitlines())
        if lines > FILE_LINES_MAX:
            yield f"{path}: {lines} lines, at most {FILE_LINES_MAX}"


def check_function_size(checkout):
    """Of formatted code: a block that opens and closes at the same indentation."""
    for path in sources(checkout, "adapters", "checker"):
        opened = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            indent = len(line) - len(line.lstrip())
            if line.rstrip().endswith("{") and not re.match(r"\s*(namespace|class|struct|enum)\b", line):
                opened[indent] = number
            elif re.match(r"\s*}", line) and indent in opened:
                length = number - opened.pop(indent) + 1
                if length > FUNCTION_LINES_MAX:
                    yield f"{path}:{number - length + 1}: {length} lines, at most {FUNCTION_LINES_MAX}"


def check_headers(checkout):
    for path in sources(checkout, "adapters", "checker"):
        if path.suffix == ".h":
            text = path.read_text()
            if not text.startswith("// ") or "#pragma once" not in text:
                yield f"{path}: a header opens with what it is for, and has #pragma once"


def check_places(checkout):
    """No path of one machine and no package registry's host in anything that is committed."""
    # Written in pieces, so that this file is not among those it finds.
    forbidden = re.compile("|".join(["/" + "work/", "/" + "root/", "registry" + r"\.npmjs",
                                     "deb" + r"\.debian\.org"]))
    looked = 0
    for path in sorted(checkout.rglob("*")):
        parts = path.relative_to(checkout).parts
        if parts[0] in ("build", ".git") or not path.is_file():
            continue
        looked += 1
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if forbidden.search(line):
                yield f"{path}:{number}: {line.strip()[:80]}"
    assert looked > 100, looked


def check_field_cases(checkout):
    text = "".join(path.read_text() for path in (checkout / "tests").rglob("*")
                   if path.suffix in (".cpp", ".py", ".sh", ".txt") and "tidy" not in path.parts)
    for case in FIELD_CASES:
        if f"FB-{case:03}: " not in text:
            yield f"tests: no test is named FB-{case:03}"


def main(checkout, only=None):
    rules = {name: rule for name, rule in globals().items() if name.startswith("check_")}
    chosen = [only] if only else sorted(rules)
    broken = 0
    for name in chosen:
        for place in rules[name](checkout):
            print(f"{name}: {place}")
            broken += 1
    print(f"{len(chosen)} house rules, {broken} broken places")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:3]))
