"""Receives webhooks: python3 receive_webhooks.py PORT SECRET. Needs nothing but Python.

Verifies each by the Standard Webhooks specification, answers at once, and does each event's work once however often it comes.
"""

import base64
import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

PORT, SECRET = int(sys.argv[1]), sys.argv[2]
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
done = set()  # In your database, written in the transaction of the event's work.


def is_genuine(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    # What is older than five minutes: somebody sends again what they have overheard.
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # Several signatures while a secret is rotated: one that fits is enough.
    return any(hmac.compare_digest(given, f"v1,{expected}") for given in headers.get("webhook-signature", "").split())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        if event["id"] not in done:
            done.add(event["id"])
            print(event["sequence"], event["type"], event["subject"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


with HTTPServer(("127.0.0.1", PORT), Receiver) as server:
    print(f"listening at {PORT}", flush=True)
    server.serve_forever()
