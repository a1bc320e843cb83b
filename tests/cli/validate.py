#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""validate: check JSON documents against a JSON schema

usage: validate.py SCHEMA FILE             print what is invalid in FILE, a document a line
       validate.py SCHEMA FILE --renamed   rename each key of FILE in turn, and print the
                                           places where the schema accepts the new name
"""
import json
import sys

import jsonschema


def read_documents(name):
    with open(name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def print_errors(validator, documents):
    for number, document in enumerate(documents, 1):
        error = jsonschema.exceptions.best_match(validator.iter_errors(document))
        if error:
            print(f"document {number}: {error.json_path}: {error.message[:200]}")


def objects(value, place="$"):
    """Yield each object of a document, with a place that has no indices."""
    if isinstance(value, dict):
        yield place, value
        for key, member in value.items():
            yield from objects(member, f"{place}.{key}")
    elif isinstance(value, list):
        for member in value:
            yield from objects(member, f"{place}[]")


def shortened(value):
    """A document is validated once for each key, so keep three items of a list."""
    if isinstance(value, dict):
        return {key: shortened(member) for key, member in value.items()}
    if isinstance(value, list):
        return [shortened(member) for member in value[:3]]
    return value


def is_free(place):
    """The members of outcomes have names that are no keys."""
    return place.endswith(".outcomes")


def print_accepted(validator, documents):
    seen = set()
    documents = [shortened(document) for document in documents]
    # an invalid document would be rejected whatever its keys are
    print_errors(validator, documents)
    for document in documents:
        for place, found in objects(document):
            for key in list(found):
                if is_free(place) or (place, key) in seen:
                    continue
                seen.add((place, key))
                found[key + "_renamed"] = found.pop(key)
                if validator.is_valid(document):
                    print(f"{place}.{key}")
                found[key] = found.pop(key + "_renamed")


def main():
    with open(sys.argv[1], encoding="utf-8") as schema:
        schema = json.load(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    documents = read_documents(sys.argv[2])
    if "--renamed" in sys.argv:
        print_accepted(validator, documents)
    else:
        print_errors(validator, documents)


main()
