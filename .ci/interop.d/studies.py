"""The studies of .ci/interop, their data, and what must come out. JSON is YAML.

studies.py write CLASSPATH FOLDER
studies.py check RESULT OUTCOMES REASONS: each step has these outcomes (?: or not) and no others; failures have these reasons
"""

import csv
import json
import pathlib
import re
import sys

ITEM = {
    "text": "Grüße 漢字 😀",
    "none": None,
    "number": 9007199254740993,
    "ratio": 0.1,
    "set": True,
    "tags": ["a", "漢", ""],
    "items": [{"text": "a"}, {"text": "ß"}],
    # In an object's field, dubbo-go cannot read a map in a map, nor a null in a map.
    "nested": {"a": [1, None, "x"], "ключ": "😀"},
}
DEEP = {"a": {"b": [1, {"c": None, "ключ": "😀"}], "d": {}}, "none": None, "set": True, "ratio": 0.1}
# Characters of 1 to 4 bytes across the borders of a serialization's chunks; dubbo-go reads at most 1,024,000 bytes.
TEXTS = ["", "x", "\0\"\\e\u0301'", "😀" * 40_000, "é漢😀x" * 80_000, "a" * 1_000_000]
THROWN = "größer als 1"


def at(value, pointer):
    for key in pointer.split("/")[1:]:
        value = value[int(key) if isinstance(value, list) else key]
    return value


def call(service, method, *arguments, pointer="", equals=None, **more):
    answer = {"pointer": pointer, "equals": "${none}" if equals is None else equals}
    data = {"data": "none.jsonl"} if equals is None else {}
    return {"service": service, "method": method, "arguments": list(arguments), "answer": answer, **data, **more}


def of_fields(service, method, value, pointers):
    """A call for each place of the answer, which is its argument."""
    return {
        method + re.sub(r"\W+", "-", place, flags=re.ASCII).rstrip("-"): call(
            service, method, value, pointer=place, equals=at(value, place)
        )
        for place in pointers
    }


def of_item(service, name):
    return {
        **of_fields(
            service, name("echo"), ITEM,
            ["/text", "/none", "/number", "/ratio", "/set", "/tags/2", "/items/1/text", "/nested/a/2"],
        ),
        "text": call(service, name("text"), "${text}", data="texts.jsonl", equals="${text}"),
        **of_fields(service, name("nested"), DEEP, ["/a/b/1/ключ", "/a/b/0", "/set", "/ratio"]),
        "nothing": call(service, name("nothing"), "x"),
        "attachment": call(service, name("attachment"), "key", equals="wert-1", attachments={"key": "wert-1"}),
    }  # fmt: skip


def write(classpath, folder):
    def study(name, calls, client, **driver):
        load = {"users": 16, "warmup": "500ms", "settle": "100ms", "measure": "3s", "measureUpTo": "3s"}
        content = {
            "title": "Interoperation: " + name,
            "target": {"classpath": classpath.split(":"), "main": "not.Started"},
            "driver": {"client": client, "decodeOneIn": 1, "timeout": "5s", **driver},
            "calls": calls,
            "load": {**load, "backoff": "10ms"},
            "sla": {"tp99": "5s"},
        }
        (folder / (name + ".yaml")).write_text(json.dumps(content, ensure_ascii=False))

    def data(name, *records):
        (folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))

    data("none.jsonl", {"none": None})
    data("texts.jsonl", *({"text": text} for text in TEXTS))
    # The first record is the first call of all, which must be answered.
    data("fails.jsonl", {"text": "ok"}, {"text": THROWN})
    data("slow.jsonl", {"millis": 0, "text": "0"}, {"millis": 300, "text": "300"}, {"millis": 1, "text": "1"})
    data("closes.jsonl", {"text": "x"}, {"text": "y"}, {"text": "y"}, {"text": "a" * 1_048_576})
    for client, service, name in ("wire", "interop.Echo", str), ("tri", "interop.EchoTri", str.capitalize):
        one = {"data": "fails.jsonl", "equals": "${text}"}
        study(client, of_item(service, name), client)
        study(client + "-throws", {"fail": call(service, name("fail"), "${text}", **one)}, client)
        late = {"slow": call(service, name("slow"), "${millis}", data="slow.jsonl", equals="${text}")}
        study(client + "-late", late, client, timeout="200ms")
    closes = {"text": call("interop.Echo", "text", "${text}", data="closes.jsonl", equals="${text}")}
    study("wire-closes", closes, "wire")
    messages = "interop.Messages"
    places = ["/a/b/1/ключ", "/a/b/1/c", "/none", "/set", "/ratio"]
    named = {"pointer": "/value", "equals": "wert-1", "attachments": {"key": "wert-1"}}
    text = {"pointer": "/text", "equals": "${text}"}
    study(
        "grpc",
        {
            **of_fields(messages, "echo", DEEP, places),
            "text": call(messages, "echo", {"text": "${text}"}, data="texts.jsonl", **text),
            "attachment": call(messages, "attachment", {"name": "key"}, **named),
        },
        "tri",
    )
    fails = {"fail": call(messages, "fail", {"text": "${text}"}, data="fails.jsonl", **text)}
    study("grpc-throws", fails, "tri")
    slow = {"millis": "${millis}", "text": "${text}"}
    closes = {"close": call(messages, "close", {"text": "${text}"}, data="closes.jsonl", **text)}
    study("grpc-closes", closes, "tri")
    study("grpc-late", {"slow": call(messages, "slow", slow, data="slow.jsonl", **text)}, "tri", timeout="200ms")


def check(result, outcomes, reasons):
    with open(result + "/steps.csv", encoding="utf-8") as file:
        steps = list(csv.DictReader(file))
    wrong = [] if steps else ["no steps"]
    for step in steps:
        found = {name for name in ("ok", "rejected", "timeout", "error") if int(step[name]) > 0}
        may = set(re.findall(r"\w+", outcomes))
        if not found <= may or not may - set(re.findall(r"(\w+)\?", outcomes)) <= found:
            wrong.append(step["users"] + " users: " + ",".join(sorted(found)))
    with open(result + "/result.json", encoding="utf-8") as file:
        failed = json.load(file)["cells"][0].get("failures") or {}
    wrong += [f"{reason} ({count})" for reason, count in failed.items() if not re.search(reasons or "$^", reason)]
    print("; ".join(wrong) or "as expected: " + str(sum(int(step["ok"]) for step in steps)) + " answers right")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], pathlib.Path(sys.argv[3]))
    else:
        check(*sys.argv[2:])
