/** The names of XML 1.0 (5th edition, productions 4 and 4a) as "Namespaces in XML 1.0" narrows them: no colon inside a part. */

const START =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}" +
  "\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const PART = `${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;

/** One part: a prefix, a local name, a processing instruction's target. */
export const NC_NAME = `[${START}][${PART}]*`;

/** An element's or attribute's name: a local name, perhaps behind a prefix. */
export const Q_NAME = `${NC_NAME}(?::${NC_NAME})?`;
