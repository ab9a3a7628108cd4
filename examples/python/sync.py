"""Keeps a copy of a group's ledger that never loses or doubles a line: python3 sync.py FOLDER http://127.0.0.1:8787

FOLDER/lines.ndjson has every line of the ledger, one JSON object each, in the ledger's order. FOLDER/state.json says how far it
goes. Run it as often as you like, stop it whenever you like, begin anew by removing the folder. Nothing but Python.
"""

import fcntl
import http.client
import json
import os
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "ledger"
BASE = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8787"
SITE, OPERATOR, PASSWORD = "demo", "FINANCE", os.environ.get("TABARD_PASSWORD", "demo-password")
NAMESPACE = "urn:tabard:financial-export"
LINES, STATE = os.path.join(FOLDER, "lines.ndjson"), os.path.join(FOLDER, "state.json")
TIMEOUT_SECONDS = 60


def post(operation, **values):
    children = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in values.items())
    body = f'<{operation} xmlns="{NAMESPACE}">{children}</{operation}>'.encode()
    request = urllib.request.Request(f"{BASE}/soap?op={operation}", body, {"Content-Type": "text/xml"})
    return urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)


def name(element):
    return element.tag.rpartition("}")[2]


def log_in():
    with post("LogIn", SiteID=SITE, OperatorCode=OPERATOR, Password=PASSWORD) as answer:
        texts = {name(element): element.text for element in ElementTree.parse(answer).iter()}
    if texts["ExceptionCode"] != "0":
        sys.exit(f"log-in: {texts['ExceptionCode']} {texts['ExceptionDescription']}")
    return texts["SessionID"]


def load_state():
    try:
        with open(STATE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {"modifiedDate": "0001-01-01T00:00:00", "modifiedKey": 0, "bytes": 0}


def save_state(state):
    """All of the new state or all of the old one, whenever the power fails: written beside it, then put in its place."""
    with open(STATE + ".new", "w", encoding="utf-8") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(STATE + ".new", STATE)


def exported(session, after):
    """Every line from that moment on, as a dictionary of texts. Raises where the export broke off: such a document is never closed."""
    arguments = {"sessionId": session, "afterTimestamp": after, "beforeTimestamp": "9999-12-31T23:59:59"}
    with post("cim_FinancialExportReportV2", **arguments) as answer:
        items = None
        for event, element in ElementTree.iterparse(answer, ("start", "end")):
            if event == "start":
                items = element if name(element) == "Items" else items
            elif name(element) == "ExceptionCode" and element.text != "0":
                sys.exit(f"export: {element.text}")
            elif name(element) == "FinancialExportTransaction":
                yield {name(child): child.text or "" for child in element}
                items.clear()  # However long the export is, one line of it is in memory.


def sync():
    os.makedirs(FOLDER, exist_ok=True)
    with open(LINES, "ab") as lines:
        fcntl.flock(lines, fcntl.LOCK_EX)  # One run at a time: the next waits here. (Windows has no fcntl; see to it otherwise there.)
        state = load_state()
        if lines.tell() < state["bytes"]:
            sys.exit(f"{LINES} is shorter than it was left: remove {FOLDER}, and it is fetched anew")
        lines.truncate(state["bytes"])  # What a run that was stopped wrote behind the state counts for nothing.
        last, added = dict(state), 0
        for line in exported(log_in(), state["modifiedDate"]):
            # The last moment is asked for again, since documents may share it; those that are here are passed over.
            if int(line["ModifiedKey"]) > state["modifiedKey"]:
                lines.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                last["modifiedDate"], last["modifiedKey"] = line["ModifiedDate"], int(line["ModifiedKey"])
                added += 1
        lines.flush()
        os.fsync(lines.fileno())
        last["bytes"] = lines.tell()
        save_state(last)
    return added


try:
    print(f"{sync()} lines added")
except (ElementTree.ParseError, OSError, http.client.HTTPException) as fault:
    sys.exit(f"nothing added, run it again: {fault}")
