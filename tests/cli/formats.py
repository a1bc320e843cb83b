#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A second reader of every form that has buckets, for formats.t.

usage: formats.py HIST_JSON CSV PROMETHEUS HLOG

Compares calls, times and buckets of each outcome of each function, and prints the differences. The last line has the number
of compared outcomes and buckets. It shares no code and no library with the tool: HdrHistogram logs are decoded here by the
definition of their format (V2: base64, zlib, zigzag LEB128).
"""
import base64
import csv
import json
import re
import struct
import sys
import zlib
from decimal import Decimal

differences = []


def equal(what, got, wanted):
    if got != wanted:
        differences.append(f"{what}: {got}, wanted {wanted}")


class Outcome:
    """What the JSON of hist has of an outcome: the other forms are compared with it."""

    def __init__(self, function, module, name, data):
        self.function, self.module, self.name = function, module, name
        self.data = data
        # the last bucket has no upper bound
        self.buckets = [(low, float("inf") if high is None else high, count)
                        for low, high, count in data.get("buckets") or []]

    def __str__(self):
        return f"{self.module}:{self.function} {self.name}"


def read_hist(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    return {(probe["module"], probe["function"], name): Outcome(probe["function"], probe["module"], name, data)
            for probe in document["probes"] for name, data in probe["outcomes"].items()}


def compare_csv(path, outcomes):
    seen = set()
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = (row["module"], row["function"], row["outcome"])
            if not row["outcome"]:
                continue
            seen.add(key)
            names = row.keys() & outcomes[key].data.keys()
            if not {"calls", "timed", "total_ns", "min_ns", "max_ns", "p50_ns", "p99_ns"} <= names:
                differences.append(f"CSV, {outcomes[key]}: only {sorted(names)} are in both forms")
            for name in names:
                wanted = outcomes[key].data[name]
                equal(f"CSV, {outcomes[key]}, {name}", row[name], "" if wanted is None else str(wanted))
    for key, outcome in outcomes.items():
        if outcome.data["calls"] and key not in seen:
            differences.append(f"CSV: no row for {outcome}")


def labels_of(text):
    return {name: re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], value)
            for name, value in re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', text)}


def compare_prometheus(path, outcomes):
    bounds, sums, counts = {}, {}, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r"pathtime_call_duration_seconds_(bucket|sum|count)\{(.*)\} (\S+)$", line)
            if not match:
                continue
            labels = labels_of(match[2])
            key = (labels["module"], labels["function"], labels["outcome"])
            if match[1] == "bucket":
                bounds.setdefault(key, []).append((labels["le"], int(match[3])))
            else:
                (sums if match[1] == "sum" else counts)[key] = match[3]
    for key, outcome in outcomes.items():
        calls = outcome.data["calls"]
        if key not in counts:
            if calls:
                differences.append(f"Prometheus: nothing of {outcome}")
            continue
        equal(f"Prometheus, {outcome}, count", int(counts[key]), calls)
        equal(f"Prometheus, {outcome}, sum", Decimal(sums[key]) * 10 ** 9, outcome.data["total_ns"] or 0)
        # outcomes without calls have no buckets
        equal(f"Prometheus, {outcome}, has buckets", key in bounds, bool(calls))
        for bound, value in bounds.get(key, []):
            # le= is the first value above the bucket
            below = Decimal(bound) * 10 ** 9 if bound != "+Inf" else None
            equal(f"Prometheus, {outcome}, le={bound}", value,
                  calls if bound == "+Inf" else sum(count for _, high, count in outcome.buckets if high < below))


def zigzags(data):
    """Yield the numbers of a series of zigzag LEB128 with at most nine bytes."""
    at = 0
    while at < len(data):
        number = shift = 0
        for place in range(9):
            byte = data[at]
            at += 1
            if place == 8:
                number |= byte << shift
                break
            number |= (byte & 0x7f) << shift
            shift += 7
            if not byte & 0x80:
                break
        yield (number >> 1) ^ -(number & 1)


def decode_hdr(text):
    """Return {lowest value of a slot: count} of a compressed V2 histogram."""
    compressed = base64.b64decode(text)
    cookie, length = struct.unpack(">ii", compressed[:8])
    assert cookie == 0x1c849314 and length == len(compressed) - 8
    raw = zlib.decompress(compressed[8:])
    cookie, length, offset, digits, lowest, _highest, ratio = struct.unpack(">iiiiqqd", raw[:40])
    assert cookie == 0x1c849313 and offset == 0 and ratio == 1.0 and length == len(raw) - 40
    slots_bits = max((2 * 10 ** digits - 1).bit_length(), 1)
    half = 1 << (slots_bits - 1)
    unit = max(lowest, 1).bit_length() - 1
    counts, index = {}, 0
    for number in zigzags(raw[40:]):
        if number < 0:
            index += -number
            continue
        if number:
            bucket, slot = index // half - 1, index % half + half
            if bucket < 0:
                bucket, slot = 0, slot - half
            counts[slot << (bucket + unit)] = number
        index += 1
    return counts


def compare_hlog(path, outcomes):
    seen = set()
    by_tag = {(f"{key[0]}:{key[1]}" if key[0] else key[1]) + f".{key[2]}": outcome for key, outcome in outcomes.items()}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("Tag="):
                continue
            tag, _start, _length, _max, text = line[4:].rstrip("\n").split(",")
            outcome = by_tag[tag]
            seen.add(tag)
            sums = {}
            for value, count in decode_hdr(text).items():
                for bucket in outcome.buckets:
                    if bucket[0] <= value <= bucket[1]:
                        sums[bucket] = sums.get(bucket, 0) + count
                        break
                else:
                    differences.append(f"HdrHistogram log, {outcome}: {count} calls of {value} ns are in no bucket")
            for bucket in outcome.buckets:
                equal(f"HdrHistogram log, {outcome}, {bucket[0]} ns to {bucket[1]}", sums.get(bucket, 0), bucket[2])
    for tag, outcome in by_tag.items():
        if outcome.data["calls"] and tag not in seen:
            differences.append(f"HdrHistogram log: nothing of {outcome}")


def main():
    outcomes = read_hist(sys.argv[1])
    for outcome in outcomes.values():
        equal(f"JSON, {outcome}, calls in buckets", sum(count for *_, count in outcome.buckets), outcome.data["calls"])
    compare_csv(sys.argv[2], outcomes)
    compare_prometheus(sys.argv[3], outcomes)
    compare_hlog(sys.argv[4], outcomes)
    for difference in differences:
        print(difference)
    print(len(outcomes), "outcomes,", sum(len(outcome.buckets) for outcome in outcomes.values()), "buckets")


main()
