#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A second reader of the exporter's formats, for exposition.t.

usage: exposition.py protobuf BODY TEXT HIST_JSON PATHS_JSON [DIRECTORY]
       exposition.py openmetrics BODY TEXT PATHS_JSON PROTOBUF_BODY

Compares an answer in OpenMetrics with the text of the same counts, and its exemplars with the slowest packets of the tool and
with those of the answer in protobuf. Where prometheus_client is installed, its parser reads the answer, too.

Compares an answer in protobuf with the text, and the quantiles of its native histograms with the tool's buckets. The messages are decoded here by the definition of the wire format, and, if DIRECTORY has what protoc made of
metrics.proto, by protobuf's own library as well. Prints the differences; the last line says what was compared.
"""
import json
import math
import re
import struct
import sys
from collections import Counter

differences = []


def equal(what, got, wanted):
    if got != wanted:
        differences.append(f"{what}: {got}, wanted {wanted}")


# --- text ---

LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)')
SAMPLE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)$")


def labels_of(text):
    escapes = {r"\n": "\n", r"\"": '"', r"\\": "\\"}
    return tuple((name, re.sub(r"\\.", lambda found: escapes[found[0]], value)) for name, value in LABEL.findall(text or ""))


def read_text(path):
    """samples by name and labels, and types by name"""
    samples, types = {}, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("# TYPE "):
                types[line.split()[2]] = line.split()[3]
            elif not line.startswith("#"):
                name, labels, value = SAMPLE.match(line).groups()
                samples[name, labels_of(labels)] = float(value)
    return samples, types


# --- protobuf ---

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7f) << shift
        at += 1
        shift += 7
        if byte < 0x80:
            return value, at


def zigzag(value):
    return (value >> 1) ^ -(value & 1)


def varints(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


def fields(data):
    """number and value of each field of a message"""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            if len(value) < length:
                raise ValueError("a field is cut off")
        else:
            raise ValueError(f"no field has the type {key & 7} here")
        yield key >> 3, value


def once(data):
    """the fields of a message that has none of them twice"""
    message = {}
    for number, value in fields(data):
        if number in message:
            raise ValueError(f"the field {number} is there twice")
        message[number] = value
    return message


def delimited(data):
    at = 0
    while at < len(data):
        length, at = varint(data, at)
        yield data[at:at + length]
        at += length


class Histogram:
    """the fields of a histogram"""

    def __init__(self, data):
        self.classic, self.exemplars, self.native, spans, deltas = [], [], {}, [], []
        for number, value in fields(data):
            if number == 1:
                self.count = value
            elif number == 2:
                self.sum = value
            elif number == 3:
                bucket = once(value)
                self.classic.append((bucket[2], bucket[1]))
                if 3 in bucket:
                    self.exemplars.append((bucket[2], exemplar(bucket[3])))
            elif number == 5:
                self.schema = zigzag(value)
            elif number == 6:
                self.threshold = value
            elif number == 7:
                self.zeros = value
            elif number == 12:
                span = once(value)
                spans.append((zigzag(span[1]), span[2]))
            elif number == 13:
                deltas += [zigzag(delta) for delta in varints(value)]
            else:
                raise ValueError(f"a histogram has no field {number}")
        index = count = 0
        for offset, length in spans:
            index += offset
            for _ in range(length):
                count += deltas.pop(0)
                self.native[index] = count
                index += 1
        equal("deltas without a span", deltas, [])

    def bounds(self, index):
        return 2 ** ((index - 1) / 2 ** self.schema), 2 ** (index / 2 ** self.schema)

    def bucket_of(self, quantile):
        """bounds of the bucket with the quantile, as in Prometheus, and where the rank is within"""
        rank = quantile * self.count
        below = self.zeros
        if below >= rank:
            return 0, self.threshold, 1
        for index, count in self.native.items():
            below += count
            if below >= rank:
                return *self.bounds(index), (rank - (below - count)) / count
        raise ValueError("the count is more than all buckets have")


def exemplar(data):
    labels, rest = [], {}
    for number, value in fields(data):
        if number == 1:
            labels.append(pair(value))
        else:
            rest[number] = value
    time = once(rest[3])
    return tuple(labels), rest[2], time[1] + time[2] / 1e9


def pair(data):
    label = once(data)
    return label[1].decode(), label[2].decode()


def read_protobuf(path):
    """samples as in text, types, and histograms by name and labels"""
    samples, types, histograms = {}, {}, {}
    with open(path, "rb") as file:
        data = file.read()
    for message in delimited(data):
        head, metrics = {}, []
        for number, value in fields(message):
            if number == 4:
                metrics.append(value)
            else:
                head[number] = value
        name = head[1].decode()
        types[name] = {0: "counter", 1: "gauge", 4: "histogram"}[head[3]]
        if 5 in head and not name.removesuffix("_total").endswith("_" + head[5].decode()):
            differences.append(f"{name}: the unit {head[5].decode()}")
        for metric in metrics:
            labels, value = [], None
            for number, part in fields(metric):
                if number == 1:
                    labels.append(pair(part))
                else:
                    equal(f"{name}: the field", number, {"counter": 3, "gauge": 2, "histogram": 7}[types[name]])
                    value = part
            key = name, tuple(labels)
            if types[name] == "histogram":
                histograms[key] = Histogram(value)
            else:
                samples[key] = once(value)[1]
    return samples, types, histograms


def text_of_bound(bound):
    return "+Inf" if bound == math.inf else f"{bound:.9f}"


def text_of(histograms):
    """the samples that text has of histograms"""
    samples = {}
    for (name, labels), histogram in histograms.items():
        samples[name + "_sum", labels] = histogram.sum
        samples[name + "_count", labels] = histogram.count
        for bound, count in histogram.classic:
            samples[name + "_bucket", labels + (("le", text_of_bound(bound)),)] = count
    return samples


def compare_samples(got, wanted):
    """doubles may differ in the last bit: a sum is divided by 10^9"""
    for key in got.keys() | wanted.keys():
        if key not in got or key not in wanted or not math.isclose(got[key], wanted[key], rel_tol=3e-16):
            differences.append(f"{key}: {got.get(key)}, wanted {wanted.get(key)}")


def read_tool(hist, paths):
    """what the tool has: percentiles and buckets by the labels of a histogram"""
    series = {}
    with open(hist, encoding="utf-8") as file:
        for probe in json.load(file)["probes"]:
            for name, data in probe["outcomes"].items():
                series[("group", probe["group"]), ("module", probe["module"]), ("function", probe["function"]),
                       ("outcome", name)] = data
    with open(paths, encoding="utf-8") as file:
        # without paths it is an error
        paths = json.load(file).get("paths", [])
    for path in paths:
        series[("path", path["path"]), ("reason", path["reason"] or "")] = path
    return series


def percentile(buckets, quantile):
    """the bucket that has the quantile: its lower and upper bound in ns"""
    rank = max(1, math.ceil(round(quantile * sum(count for _, _, count in buckets), 6)))
    for low, high, count in buckets:
        rank -= count
        if rank <= 0:
            return low, high
    raise ValueError("no bucket has the rank")


def compare_native(histograms, series):
    """quantiles; returns how many there are, and the largest differences to middles and to percentiles"""
    compared, to_middle, to_tool = 0, 0, 0
    for (name, labels), histogram in histograms.items():
        what = f"{name} {labels}"
        equal(f"{what}: calls in native buckets", histogram.zeros + sum(histogram.native.values()), histogram.count)
        if not 4 <= histogram.schema <= 8 or histogram.threshold != 2.0 ** -128 or 0 in histogram.native.values():
            differences.append(f"{what}: schema {histogram.schema}, zero threshold {histogram.threshold}")
        if not histogram.count:
            continue
        data = series[labels]
        equal(f"{what}: number of buckets", len(histogram.native) + bool(histogram.zeros), len(data["buckets"]))
        factor = 2 ** 2 ** -histogram.schema
        for quantile in (0.01, 0.5, 0.9, 0.99, 0.999):
            low, high = percentile(data["buckets"], quantile)
            if high is None:
                continue
            middle = low + (high - low) // 2
            lower, upper, share = histogram.bucket_of(quantile)
            if not middle:
                equal(f"{what}: {quantile}", lower, 0)
                continue
            # Prometheus 2 and 3: linear, and along the exponent
            for value in (lower + (upper - lower) * share, lower * (upper / lower) ** share):
                apart = math.exp(abs(math.log(value * 1e9 / middle))) - 1
                to_middle = max(to_middle, apart)
                if apart > (factor - 1) * (1 + 1e-9):
                    differences.append(f"{what}: {quantile} is {value * 1e9} ns, the middle {middle}")
                key = {0.5: "p50_ns", 0.9: "p90_ns", 0.99: "p99_ns"}.get(quantile)
                if key:
                    to_tool = max(to_tool, abs(value * 1e9 / data[key] - 1))
            compared += 1
    return compared, to_middle, to_tool


def compare_library(path, directory):
    """decode by protobuf's library, which must find the same, and no field that it does not know"""
    sys.path.insert(0, directory)
    import metrics_pb2
    samples, histograms = {}, {}
    with open(path, "rb") as file:
        data = file.read()
    for message in delimited(data):
        family = metrics_pb2.MetricFamily.FromString(message)
        kept = metrics_pb2.MetricFamily.FromString(message)
        kept.DiscardUnknownFields()
        equal(f"{family.name}: size without unknown fields", kept.ByteSize(), len(message))
        for metric in family.metric:
            key = family.name, tuple((label.name, label.value) for label in metric.label)
            if metric.HasField("histogram"):
                histograms[key] = metric.histogram
            else:
                samples[key] = metric.gauge.value if metric.HasField("gauge") else metric.counter.value
    got, _, own = read_protobuf(path)
    compare_samples(got, samples)
    equal("histograms of the library", own.keys(), histograms.keys())
    for key, histogram in own.items():
        other = histograms[key]
        equal(key, (histogram.count, histogram.sum, histogram.schema, histogram.zeros, histogram.threshold,
                    histogram.classic, len(histogram.native)),
              (other.sample_count, other.sample_sum, other.schema, other.zero_count, other.zero_threshold,
               [(bucket.upper_bound, bucket.cumulative_count) for bucket in other.bucket],
               sum(span.length for span in other.positive_span)))


def main_protobuf(body, text, hist, paths, directory=None):
    samples, types, histograms = read_protobuf(body)
    wanted, wanted_types = read_text(text)
    for name, kind in types.items():
        equal(f"{name}: type", kind, wanted_types[name])
    for name in wanted_types.keys() - types.keys():
        equal(f"{name}: samples without a type", [key for key in wanted if key[0].startswith(name)], [])
    compare_samples({**samples, **text_of(histograms)}, wanted)
    compared, to_middle, to_tool = compare_native(histograms, read_tool(hist, paths))
    if directory:
        compare_library(body, directory)
    kinds = Counter(types.values())
    return (f"{len(samples)} values, {len(histograms)} histograms, {compared} quantiles, {kinds['counter']} counters; "
            f"{to_middle:.2%} from middles, {to_tool:.2%} from percentiles")


# --- OpenMetrics ---

SUFFIXES = {"counter": ["_total"], "gauge": [""], "info": ["_info"], "histogram": ["_bucket", "_sum", "_count"]}
EXEMPLAR = re.compile(r" # \{(.*)\} (\S+) (\S+)$")


def read_openmetrics(path):
    """samples as in text, types, and exemplars by name and labels, in seconds"""
    samples, types, exemplars, family = {}, {}, {}, None
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    equal("the end", lines[-2:], ["# EOF", ""])
    for line in lines[:-2]:
        if line.startswith("# HELP "):
            family = line.split()[2]
            equal(f"{family}: described twice", family in types, False)
        elif line.startswith("# TYPE "):
            equal("TYPE", line.split()[2], family)
            types[family] = line.split()[3]
        elif line.startswith("# UNIT "):
            equal("UNIT", line.split()[2].endswith("_" + line.split()[3]), True)
        else:
            found = EXEMPLAR.search(line)
            name, labels, value = SAMPLE.match(line[:found.start()] if found else line).groups()
            key = name, labels_of(labels)
            equal(f"{name} is of {family}", name in [family + suffix for suffix in SUFFIXES[types[family]]], True)
            samples[key] = float(value)
            if found:
                exemplars[key] = labels_of(found[1]), float(found[2]), float(found[3])
    return samples, types, exemplars


def without_empty(samples):
    """without the buckets of histograms without calls, which have 0; their last one is +Inf"""
    kept = {}
    for (name, labels), value in samples.items():
        series = labels[:-1]
        if name.endswith("_bucket") and not samples[name.removesuffix("bucket") + "count", series]:
            equal(f"{name} {labels}", value, 0)
            equal(f"{name} {series}: +Inf", (name, series + (("le", "+Inf"),)) in samples, True)
            continue
        kept[name, labels] = value
    return kept


def facts_of(slowest):
    """the labels of an exemplar: those that fit into 128 characters"""
    facts, room = [], 128
    for name in "in", "out", "protocol", "transport", "source_port", "destination_port", "bytes", "netns":
        text = str(slowest[name] or "")
        if text and len(name) + len(text) <= room:
            facts.append((name, text))
            room -= len(name) + len(text)
    return tuple(facts)


def compare_exemplars(exemplars, samples, paths):
    with open(paths, encoding="utf-8") as file:
        paths = {(("path", path["path"]), ("reason", path["reason"] or "")): path
                 for path in json.load(file).get("paths", [])}
    seen = set()
    for (name, labels), (facts, value, _) in exemplars.items():
        what = f"{name} {labels}: exemplar"
        slowest = paths[labels[:-1]]["slowest"][0]
        seen.add(labels[:-1])
        equal(f"{what}: value", f"{value * 1e9:.12g}", f"{slowest['total_ns']:.12g}")
        equal(f"{what}: labels", facts, facts_of(slowest))
        bounds = [float(key[1][-1][1]) for key in samples if key[0] == name and key[1][:-1] == labels[:-1]]
        bound = float(labels[-1][1])
        equal(f"{what}: bucket", min(other for other in bounds if other >= value), bound)
    equal("paths with an exemplar", seen, {key for key, path in paths.items() if path["slowest"]})


def compare_client(path, samples, exemplars):
    """the parser of Python's client must find the same; it refuses series that are there twice"""
    try:
        from prometheus_client.openmetrics.parser import text_fd_to_metric_families
    except ImportError:
        return "no second parser"
    own, own_exemplars = {}, {}
    with open(path, encoding="utf-8") as file:
        for family in text_fd_to_metric_families(file):
            for sample in family.samples:
                key = sample.name, tuple(sorted(sample.labels.items()))
                own[key] = sample.value
                if sample.exemplar:
                    own_exemplars[key] = sample.exemplar.labels, sample.exemplar.value, float(sample.exemplar.timestamp)
    compare_samples({(name, tuple(sorted(labels))): value for (name, labels), value in samples.items()}, own)
    equal("exemplars of prometheus_client", own_exemplars,
          {(name, tuple(sorted(labels))): (dict(facts), *rest) for (name, labels), (facts, *rest) in exemplars.items()})
    return "prometheus_client agrees"


def is_unique(path):
    """some snapshots of the tests have a function twice, as no module has"""
    with open(path, encoding="utf-8") as file:
        series = [line.rpartition(" ")[0] for line in file if not line.startswith("#")]
    return len(series) == len(set(series))


def main_openmetrics(body, text, paths, protobuf):
    samples, types, exemplars = read_openmetrics(body)
    wanted, wanted_types = read_text(text)
    compare_samples(without_empty(samples), wanted)
    equal("number of families", len(types), len(wanted_types))
    compare_exemplars(exemplars, samples, paths)
    _, _, histograms = read_protobuf(protobuf)
    equal("exemplars of protobuf",
          {(name + "_bucket", labels, text_of_bound(bound), f"{value:.12g}", round(time, 3)): facts
           for (name, labels), histogram in histograms.items() for bound, (facts, value, time) in histogram.exemplars},
          {(name, labels[:-1], labels[-1][1], f"{value:.12g}", round(time, 3)): facts
           for (name, labels), (facts, value, time) in exemplars.items()})
    result = compare_client(body, samples, exemplars) if is_unique(text) else "functions twice"
    return f"{len(samples)} values, {len(exemplars)} exemplars, {result}"


def main():
    result = {"protobuf": main_protobuf, "openmetrics": main_openmetrics}[sys.argv[1]](*sys.argv[2:])
    for difference in differences[:20]:
        print(difference)
    print(result)


main()
