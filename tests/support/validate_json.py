"""Validates JSON documents against a draft 7 schema.

Usage: validate_json.py SCHEMA DOCUMENT...
Exits 0 when every document is valid, 1 when one is not (each mistake printed), 2 on wrong usage.
"""

import json
import sys

import jsonschema


def refuse_constant(name):
    """NaN and Infinity are no JSON, although the parser would take them."""
    raise ValueError(f"{name} is not JSON")


def refuse_repetition(pairs):
    """A repeated key would hide a value from every reader."""
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError(f"a key is repeated among {names}")
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8", newline="") as file:
        return json.load(
            file, parse_constant=refuse_constant, object_pairs_hook=refuse_repetition
        )


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    schema = load(arguments[0])
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    valid = True
    for path in arguments[1:]:
        try:
            document = load(path)
        except ValueError as mistake:
            print(f"{path}: {mistake}")
            valid = False
            continue
        for error in validator.iter_errors(document):
            where = "/".join(str(step) for step in error.absolute_path)
            print(f"{path}: /{where}: {error.message[:2000]}")
            valid = False
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
