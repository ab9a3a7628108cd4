/** What is wrong with a document, in words for whoever wrote it. */

export class XmlError extends Error {
  override name = "XmlError";
}

/** An XmlError at an offset of the text, told as line and column from 1, columns in UTF-16 units. */
export function xmlErrorAt(text: string, offset: number, reason: string): XmlError {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  return new XmlError(`${reason} (line ${line}, column ${column})`);
}
