"""Recomputes a closed period's hash from the XML export: python3 verify_period.py export.xml statement.json

export.xml is what cim_FinancialExportReportV2 answered for a time that holds all of the period's documents: from its first
document to the moment it was closed. statement.json is the statement, as closing the period answered it. Nothing but Python.
"""

import hashlib
import json
import sys
import xml.etree.ElementTree as ElementTree

FIELDS = (
    "TransactionType AccountNumber AccountType TransactionReference UniqueReferenceNumber SecondReference Description DueDate "
    "ForDate TransactionDate GrossValue NettValue TaxValue NominalCode SaleCode PayCode TaxCode SiteId PeriodId PeriodFromDate "
    "PeriodToDate ModifiedDate ModifiedKey"
).split()

export, statement = sys.argv[1:3]
with open(statement, encoding="utf-8") as file:
    said = json.load(file)

total = hashlib.sha256((said["previous"] + "\n").encode())
lines = 0
for _, element in ElementTree.iterparse(export):
    name = element.tag.rpartition("}")[2]
    if name != "FinancialExportTransaction":
        continue
    texts = {child.tag.rpartition("}")[2]: child.text or "" for child in element}
    element.clear()
    if texts["SiteId"] == said["siteId"] and texts["PeriodId"] == str(said["periodId"]):
        # A SecondReference that does not apply is left out of the export, and null here.
        row = [texts.get(field) for field in FIELDS]
        total.update((json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
        lines += 1

if lines != said["lines"] or total.hexdigest() != said["hash"]:
    sys.exit(f"{said['siteId']} {said['periodId']}: {lines} lines come to {total.hexdigest()}, the statement says {said['hash']}")
print(f"{said['siteId']} {said['periodId']}: {lines} lines are what the statement says")
