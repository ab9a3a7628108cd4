/**
 * Stands in the Worker's bundle for what fast-xml-parser imports and read-document.ts's options never call: its own decoder of
 * entities, the check of entities that a document declares, the reading of numbers (wrangler.toml, [alias]). Together they weigh
 * a tenth of the bundle. Other hosts load the real ones, which are as idle there.
 */

function leftOut(): never {
  throw new Error("left out of the bundle: src/xml/left-out.ts");
}

/** @nodable/entities */
export const EntityDecoder = leftOut;
export const ENTITY_ACTION = {};
export const COMMON_HTML = {};
export const CURRENCY = {};

/** is-unsafe; also a table of @nodable/entities. */
export const XML = {};
export const HTML = {};
export const isUnsafe = leftOut;

/** strnum */
export default leftOut;
