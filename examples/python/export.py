"""Exports the last week's transactions with nothing but Python: python3 export.py http://127.0.0.1:8787"""

import datetime
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787"
NAMESPACE = "urn:tabard:financial-export"


def call(operation, **values):
    children = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in values.items())
    body = f'<{operation} xmlns="{NAMESPACE}">{children}</{operation}>'.encode()
    request = urllib.request.Request(f"{BASE}/soap?op={operation}", body, {"Content-Type": "text/xml"})
    with urllib.request.urlopen(request) as answer:
        # An export that broke off is not well-formed: this raises, and nothing half is used.
        return ElementTree.parse(answer).getroot()


def text(element, path):
    return element.findtext("/".join(f"{{{NAMESPACE}}}{part}" for part in path.split("/")))


login = call("LogIn", SiteID="demo", OperatorCode="FINANCE", Password="demo-password")
assert text(login, "LogInResult/ExceptionCode") == "0", text(login, "LogInResult/ExceptionDescription")

now = datetime.datetime.now(datetime.timezone.utc)
report = call(
    "cim_FinancialExportReportV2",
    sessionId=text(login, "SessionID"),
    beforeTimestamp=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
    afterTimestamp=(now - datetime.timedelta(days=7)).strftime("%Y-%m-%dT%H:%M:%SZ"),
)
result = "cim_FinancialExportReportV2Result/"
assert text(report, result + "ExceptionCode") == "0", text(report, result + "ExceptionDescription")
transactions = list(report.iter(f"{{{NAMESPACE}}}FinancialExportTransaction"))
print(f"{len(transactions)} transactions")
