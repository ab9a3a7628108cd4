/**
 * The WSDL 1.1 of the XML interface, document/literal wrapped, in the shape of WS-I Basic Profile 1.1: from the operations'
 * description. docs/interface.md §6.5. Pure.
 */
import { TRANSACTION_TYPES } from "../ledger/rules/ledger-document.ts";
import { escapeAttribute, escapeText } from "../xml/escape.ts";
import { DECLARATION } from "../xml/soap-forms.ts";
import { EXCEPTION_FIELDS, type Field, OPERATIONS, type Operation, actionOf } from "./operations.ts";
import { TRANSACTION_FIELDS } from "./transaction-fields.ts";

interface SchemaElement {
  element: string;
  type: string;
  minOccurs: 0 | 1;
  unbounded?: true;
  documentation?: string;
}

interface Binding {
  /** Names the binding and its port. */
  name: string;
  prefix: "soap" | "soap12";
}

const SIMPLE_TYPES: ReadonlySet<string> = new Set(["string", "int", "boolean", "dateTime", "decimal"]);
const HTTP_TRANSPORT = "http://schemas.xmlsoap.org/soap/http";
const PORT_TYPE = "FinancialExportSoap";
const BINDINGS: readonly Binding[] = [
  { name: "FinancialExportSoap", prefix: "soap" },
  { name: "FinancialExportSoap12", prefix: "soap12" },
];

/** The document. `address` is the endpoint's URL. */
export function writeWsdl(namespace: string, address: string): string {
  const target = escapeAttribute(namespace);
  return (
    `${DECLARATION}\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"` +
    ` xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:tns="${target}"` +
    ` name="FinancialExport" targetNamespace="${target}">\n` +
    `<wsdl:types>\n${writeSchema(target)}</wsdl:types>\n` +
    OPERATIONS.map(writeMessages).join("") +
    `<wsdl:portType name="${PORT_TYPE}">\n${OPERATIONS.map(writePortOperation).join("")}</wsdl:portType>\n` +
    BINDINGS.map((binding) => writeBinding(binding, namespace)).join("") +
    `<wsdl:service name="FinancialExport">\n${BINDINGS.map((binding) => writePort(binding, address)).join("")}</wsdl:service>\n` +
    `</wsdl:definitions>\n`
  );
}

function writeSchema(target: string): string {
  const values = TRANSACTION_TYPES.map((value) => `<s:enumeration value="${value}"/>`).join("");
  // Its own namespaces, so that it stands as a schema when it is cut out.
  return (
    `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${target}" elementFormDefault="qualified" targetNamespace="${target}">\n` +
    OPERATIONS.map(writeMessageElements).join("") +
    writeType("cResponse", EXCEPTION_FIELDS) +
    writeType("FinancialExportTransactions", [{ element: "Items", type: "ArrayOfFinancialExportTransaction", minOccurs: 0 }]) +
    writeType("ArrayOfFinancialExportTransaction", [
      { element: "FinancialExportTransaction", type: "FinancialExportTransaction", minOccurs: 0, unbounded: true },
    ]) +
    writeType(
      "FinancialExportTransaction",
      TRANSACTION_FIELDS.map(({ element, type, meaning, values }) => ({
        element,
        type,
        minOccurs: type === "string" ? 0 : 1,
        documentation: `${meaning} ${values}`.replaceAll("`", ""),
      })),
    ) +
    `<s:simpleType name="enmFinancialExportTransactionTypes"><s:restriction base="s:string">${values}</s:restriction></s:simpleType>\n` +
    `</s:schema>\n`
  );
}

function writeMessageElements({ name, request, response }: Operation): string {
  const message = (element: string, fields: readonly Field[]): string =>
    `<s:element name="${element}"><s:complexType>${writeSequence(fields)}</s:complexType></s:element>\n`;
  return message(name, request) + message(`${name}Response`, response);
}

function writeType(name: string, elements: readonly SchemaElement[]): string {
  return `<s:complexType name="${name}">${writeSequence(elements)}</s:complexType>\n`;
}

function writeSequence(elements: readonly SchemaElement[]): string {
  const lines = elements.map(({ element, type, minOccurs, unbounded, documentation }) => {
    const typeName = `${SIMPLE_TYPES.has(type) ? "s" : "tns"}:${type}`;
    const start = `<s:element minOccurs="${minOccurs}" maxOccurs="${unbounded ? "unbounded" : 1}" name="${element}" type="${typeName}"`;
    if (documentation === undefined) return `${start}/>`;
    return `${start}><s:annotation><s:documentation>${escapeText(documentation)}</s:documentation></s:annotation></s:element>`;
  });
  return `<s:sequence>\n${lines.join("\n")}\n</s:sequence>`;
}

function writeMessages({ name }: Operation): string {
  const message = (suffix: string, element: string): string =>
    `<wsdl:message name="${name}${suffix}"><wsdl:part name="parameters" element="tns:${element}"/></wsdl:message>\n`;
  return message("SoapIn", name) + message("SoapOut", `${name}Response`);
}

function writePortOperation({ name, summary }: Operation): string {
  return (
    `<wsdl:operation name="${name}"><wsdl:documentation>${escapeText(summary)}</wsdl:documentation>` +
    `<wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>\n`
  );
}

function writeBinding({ name, prefix }: Binding, namespace: string): string {
  const body = `<${prefix}:body use="literal"/>`;
  const operations = OPERATIONS.map(
    (operation) =>
      `<wsdl:operation name="${operation.name}">` +
      `<${prefix}:operation soapAction="${escapeAttribute(actionOf(namespace, operation))}" style="document"/>` +
      `<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>\n`,
  );
  return (
    `<wsdl:binding name="${name}" type="tns:${PORT_TYPE}">\n<${prefix}:binding style="document" transport="${HTTP_TRANSPORT}"/>\n` +
    `${operations.join("")}</wsdl:binding>\n`
  );
}

function writePort({ name, prefix }: Binding, address: string): string {
  return `<wsdl:port name="${name}" binding="tns:${name}"><${prefix}:address location="${escapeAttribute(address)}"/></wsdl:port>\n`;
}
