#!/usr/bin/env python3
"""Counts words. One JSON object in, events out; what is meant for people goes to standard error."""
import collections
import json
import sys


def tell(**event):
    print(json.dumps(event), flush=True)


def main():
    arguments = json.load(sys.stdin)
    words = arguments["text"].split()
    if not words:
        tell(type="error", message="the text has no words", hint="Give a text with at least one word.")
        return
    counts = collections.Counter()
    for start in range(0, len(words), 1000):
        counts.update(words[start : start + 1000])
        tell(type="progress", done=min(start + 1000, len(words)), total=len(words), message="words counted")
    tell(
        type="result",
        data={
            "words": len(words),
            "longest": max(words, key=len),
            "frequent": [word for word, _ in counts.most_common(arguments["top"])],
        },
    )


main()
