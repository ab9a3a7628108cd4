"""Pushes a price and a count of rooms with nothing but Python: python3 push_price.py http://127.0.0.1:8787"""

import datetime
import json
import sys
import urllib.request
import uuid

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787"
GROUP, HOTEL, ROOM, RATE = "demo", "demo-lisbon", "DBL", "FLEX"
HEADERS = {"Authorization": "Bearer demo-pms-key", "Content-Type": "application/json"}


def ask(path, body=None, **headers):
    """Raises on any refusal; its body names every fault by its place in ours."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{BASE}{path}", data, {**HEADERS, **headers})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers


def in_days(days):
    return (datetime.date.today() + datetime.timedelta(days=days)).isoformat()


first, last = in_days(70), in_days(76)

# What there is now, and the newest event at that moment: a count made now is "as of" it.
calendar, headers = ask(f"/ari/{GROUP}/{HOTEL}?from={first}&to={last}")
nights = next(room["nights"] for room in calendar["rooms"] if room["room"] == ROOM)

entry = {
    "room": ROOM,
    "from": first,
    "to": last,
    "left": [max(0, night["left"] - 1) for night in nights],
    "asOf": int(headers["Event-Sequence"]),
    "rates": {RATE: {"price": 180}},
}
# With the same key a request whose answer was lost can be sent again.
changed, _ = ask(f"/ari/{GROUP}/{HOTEL}", {"calendar": [entry]}, **{"Idempotency-Key": str(uuid.uuid4())})
print(f"{changed['nightsChanged']} nights changed")
