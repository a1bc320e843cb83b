#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A second reader of the exporter's formats, for exposition.t.

usage: exposition.py protobuf BODY TEXT HIST_JSON PATHS_JSON [DIRECTORY]

Compares an answer in protobuf with the text of the same counts, and the quantiles of its native histograms with the tool's
buckets. The messages are decoded here by the definition of the wire format, and, if DIRECTORY has what protoc made of
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


def text_of(histograms):
    """the samples that text has of histograms"""
    samples = {}
    for (name, labels), histogram in histograms.items():
        samples[name + "_sum", labels] = histogram.sum
        samples[name + "_count", labels] = histogram.count
        for bound, count in histogram.classic:
            le = "+Inf" if bound == math.inf else f"{bound:.9f}"
            samples[name + "_bucket", labels + (("le", le),)] = count
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


def main():
    result = {"protobuf": main_protobuf}[sys.argv[1]](*sys.argv[2:])
    for difference in differences[:20]:
        print(difference)
    print(result)


main()
