"""Serves calls until its standard input ends: a line in for each, events with the same id out."""
import json
import pathlib
import sys

WORDS = json.loads(pathlib.Path(__file__).with_name("glossary.json").read_text())


def tell(call, **event):
    print(json.dumps({"id": call["id"], **event}), flush=True)


for line in sys.stdin:
    call = json.loads(line)
    if call.get("cancel"):
        # Nothing here takes long. A server that is busy would stop, and answer the call's id all the same.
        tell(call, type="error", message="cancelled")
        continue
    word = call["arguments"]["word"].lower()
    if word in WORDS:
        tell(call, type="result", data=WORDS[word])
    else:
        known = ", ".join(sorted(WORDS))
        tell(call, type="error", message=f'"{word}" is not in the glossary', hint=f"It has {known}.")
