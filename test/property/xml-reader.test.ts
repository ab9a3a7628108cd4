/** The reader against saxes, an independent and strict one: what one reads the other reads alike, what one refuses both do. */
import * as fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { XML_DEPTH_MAX } from "../../src/xml/limits.ts";
import { readDocument, readOpening } from "../../src/xml/read-document.ts";
import type { XmlElement } from "../../src/xml/resolve-names.ts";
import { XmlError } from "../../src/xml/xml-error.ts";

const RUNS = Number(process.env["TABARD_FUZZ"] ?? 1000);
const encoder = new TextEncoder();

/** null: refused. */
function ours(xml: string): XmlElement | null {
  try {
    return readDocument(encoder.encode(xml));
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

interface Node {
  namespace: string;
  local: string;
  attributes: { namespace: string; local: string; value: string }[];
  children: Node[];
  text: string;
}

function theirs(xml: string): Node | null {
  const top: Node = { namespace: "", local: "", attributes: [], children: [], text: "" };
  const open = [top];
  let deepest = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("doctype");
  });
  parser.on("opentag", (tag) => {
    const attributes = Object.values(tag.attributes)
      .filter(({ prefix, name }) => prefix !== "xmlns" && name !== "xmlns")
      .map(({ uri, local, value }) => ({ namespace: uri, local, value }));
    const node: Node = { namespace: tag.uri, local: tag.local, attributes, children: [], text: "" };
    open.at(-1)?.children.push(node);
    deepest = Math.max(deepest, open.push(node) - 1);
  });
  parser.on("closetag", () => void open.pop());
  for (const event of ["text", "cdata"] as const) {
    parser.on(event, (text) => {
      const node = open.at(-1);
      if (node) node.text += text;
    });
  }
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  return deepest > XML_DEPTH_MAX ? null : (top.children[0] ?? null);
}

/** Pieces that make documents, and break them. */
const piece = fc.constantFrom(
  ..."<a>,</a>,<b/>,<a x='1'>,<a x=\"&lt;2\" y=''/>,<p:a xmlns:p='u'>,</p:a>,<p:b/>,<c xmlns='u' q:x='1' xmlns:q='v'>,</c>".split(","),
  ..."<!-- c -->,<!-- - -->,<![CDATA[<&]]>,<![CDATA[]]]]>,<?pi?>,<?pi ' a ?>,text, ,\n,\r\n,\t,&amp;,&#xD;,&#10;,&#x1F600;".split(","),
  ..."]],]]>,&,<,>,\",',=,/,&lt;,&nbsp;,&#0;,--,<constructor>,</constructor>,<__proto__/>,<e a0=''/>,xmlns:p='u',é,😀,<é/>".split(","),
  ..."<a\u1680b/>,</a\u1680b>,<a  x = 'v' />,<a x='1' x='2'/>,</ a>,</a >,<!DOCTYPE a>,<a p:x='' z:x=''/>".split(","),
);

describe("the reader of openings", () => {
  const isThird = (path: readonly string[]): boolean => path.length === 3;

  it("reads what stands before a tag as the whole reader does, and nothing behind it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(piece, { maxLength: 8 }), (head, rest) => {
        const before = `<a><h>${head.join("")}</h><b>`;
        const whole = ours(`${before}<c x="1"/></b></a>`);
        fc.pre(whole !== null && head.every((one) => !/^<[^/!?]/.test(one)));
        const opening = readOpening(encoder.encode(`${before}<c x="1"${rest.length % 2 ? "/" : ""}>${rest.join("")}`), 1000, isThird);
        expect(opening).toEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  it("parses no byte behind its bound, in whatever character that falls", () => {
    const bytes = encoder.encode("<a><h>é😀</h><b><c/></b></a>");
    for (let bytesMax = 0; bytesMax < bytes.length; bytesMax += 1) {
      const read = (): XmlElement => readOpening(bytes, bytesMax, isThird);
      if (bytesMax < bytes.indexOf("c".charCodeAt(0)) + 3) expect(read).toThrow(XmlError);
      else expect(read().children.map(({ local }) => local)).toEqual(["h", "b"]);
    }
  });
});

describe("the reader", () => {
  it("reads and refuses random documents as saxes does", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const xml = pieces.join("");
        for (const document of [xml, `<a>${xml}</a>`, `<p:a xmlns:p='u' xmlns:z='u'>${xml}</p:a>`]) {
          expect(ours(document), document).toEqual(theirs(document));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("reads any text and attribute as saxes does", () => {
    const char = fc.oneof(
      fc.constantFrom("<", ">", "&", "'", '"', "\r", "\n", "\t", " ", "]"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(char, { maxLength: 20 }), (chars) => {
        const text = chars.join("").replaceAll("\uFEFF", "");
        for (const document of [
          `<a>${text}</a>`,
          `<a x="${text}"/>`,
          `<a x='${text}'/>`,
          `<a><![CDATA[${text}]]></a>`,
          `<a><!--${text}--></a>`,
        ]) {
          expect(ours(document), document).toEqual(theirs(document.toWellFormed()));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("agrees with saxes on every character of a name", () => {
    for (let code = 0x20; code < 0x1_1000; code += 1) {
      const char = String.fromCodePoint(code);
      if ((code >= 0xd800 && code <= 0xdfff) || ` /><=:"'`.includes(char)) continue;
      const document = `<a${char}b/>`;
      if ((ours(document) === null) !== (theirs(document) === null)) expect.fail(`U+${code.toString(16)}`);
    }
  });
});
