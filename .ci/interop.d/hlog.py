"""Compares latency.hlog, as another implementation of HdrHistogram reads it, with steps.csv: hlog.py RESULT."""

import csv
import math
import sys

from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

HOUR_NANOS = 3_600 * 10**9
PERCENTILES = {"tp50_ms": 50, "tp90_ms": 90, "tp99_ms": 99, "tp999_ms": 99.9, "max_ms": 100}


def value_at(histogram, percent):
    """The smallest value with so many at or below it; the library's own method rounds the rank."""
    rank = math.ceil(percent / 100 * histogram.get_total_count())
    for value in histogram.get_recorded_iterator():
        if value.total_count_to_this_value >= rank:
            return value.value_iterated_to / 1e6
    return 0


reader = HistogramLogReader(sys.argv[1] + "/latency.hlog", HdrHistogram(1, HOUR_NANOS, 3))
read = {}
while (interval := reader.get_next_interval_histogram()) is not None:
    if interval.get_tag() in read:
        read[interval.get_tag()].add(interval)
    else:
        read[interval.get_tag()] = interval
wrong, compared = [], 0
with open(sys.argv[1] + "/steps.csv", encoding="utf-8") as file:
    for step in csv.DictReader(file):
        tag = "cell1.rep{repetition}.load{users}".format(**step)
        histogram = read[tag]
        if histogram.get_total_count() != int(step["ok"]):
            wrong.append(f"{tag}: {histogram.get_total_count()} calls instead of {step['ok']}")
        for column, percent in PERCENTILES.items():
            if step[column]:
                found, expected = value_at(histogram, percent), float(step[column])
                compared += 1
                # The digits of steps.csv, or a bucket.
                if abs(found - expected) > max(0.001, 0.001 * expected):
                    wrong.append(f"{tag}: {column} {found} instead of {expected}")
print("; ".join(wrong) or f"{compared} percentiles and all counts equal")
sys.exit(1 if wrong or not compared else 0)
