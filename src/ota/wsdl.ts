/**
 * The WSDL 1.1 of the OTA interface, document/literal. Its schema says which elements are exchanged and leaves what is inside to
 * OpenTravel's own schemas, which cannot be copied here: clients hand over and get the message as XML. Pure.
 */
import { escapeAttribute, escapeText } from "../xml/escape.ts";
import { DECLARATION } from "../xml/soap-forms.ts";
import { OTA_MESSAGES, OTA_NAMESPACE, type OtaMessage } from "./messages.ts";

const HTTP_TRANSPORT = "http://schemas.xmlsoap.org/soap/http";
const BINDINGS = [
  { name: "OtaSoap", prefix: "soap" },
  { name: "OtaSoap12", prefix: "soap12" },
] as const;
type Binding = (typeof BINDINGS)[number];

/** The document. `address` is the endpoint's URL. */
export function writeWsdl(address: string): string {
  return (
    `${DECLARATION}\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"` +
    ` xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:tns="${OTA_NAMESPACE}" name="Ota" targetNamespace="${OTA_NAMESPACE}">\n` +
    `<wsdl:types>\n${writeSchema()}</wsdl:types>\n${OTA_MESSAGES.map(writeMessages).join("")}` +
    `<wsdl:portType name="Ota">\n${OTA_MESSAGES.map(writePortOperation).join("")}</wsdl:portType>\n${BINDINGS.map(writeBinding).join("")}` +
    `<wsdl:service name="Ota">\n${BINDINGS.map((binding) => writePort(binding, address)).join("")}</wsdl:service>\n</wsdl:definitions>\n`
  );
}

function writeSchema(): string {
  const elements = OTA_MESSAGES.flatMap(({ request, response }) => [request, response]).map(
    (name) => `<s:element name="${name}" type="tns:Message"/>\n`,
  );
  return (
    `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${OTA_NAMESPACE}" elementFormDefault="qualified" targetNamespace="${OTA_NAMESPACE}">\n` +
    `${elements.join("")}<s:complexType name="Message"><s:sequence>` +
    `<s:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></s:sequence>` +
    `<s:attribute name="EchoToken" type="s:string"/><s:attribute name="TimeStamp" type="s:dateTime"/>` +
    `<s:attribute name="Version" type="s:decimal"/><s:anyAttribute processContents="skip"/></s:complexType>\n</s:schema>\n`
  );
}

function writeMessages({ request, response }: OtaMessage): string {
  return [request, response]
    .map((name) => `<wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>\n`)
    .join("");
}

function writePortOperation({ name, request, response, summary }: OtaMessage): string {
  return (
    `<wsdl:operation name="${name}"><wsdl:documentation>${escapeText(summary)}</wsdl:documentation>` +
    `<wsdl:input message="tns:${request}"/><wsdl:output message="tns:${response}"/></wsdl:operation>\n`
  );
}

function writeBinding({ name, prefix }: Binding): string {
  const body = `<${prefix}:body use="literal"/>`;
  const operations = OTA_MESSAGES.map(
    (message) =>
      `<wsdl:operation name="${message.name}"><${prefix}:operation soapAction="${message.request}" style="document"/>` +
      `<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>\n`,
  );
  return (
    `<wsdl:binding name="${name}" type="tns:Ota">\n<${prefix}:binding style="document" transport="${HTTP_TRANSPORT}"/>\n` +
    `${operations.join("")}</wsdl:binding>\n`
  );
}

function writePort({ name, prefix }: Binding, address: string): string {
  return `<wsdl:port name="${name}" binding="tns:${name}"><${prefix}:address location="${escapeAttribute(address)}"/></wsdl:port>\n`;
}
