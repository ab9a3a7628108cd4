/** The fields of a body that its schema does not name: such as `promocode` for `promoCode`, docs/interface.md §5.5. Pure. */
import type * as z from "zod/mini";

export interface UnknownField {
  /** RFC 6901. */
  pointer: string;
  name: string;
  /** What the schema names in its place. */
  known: readonly string[];
}

/** In the body's own order. `value` has passed the schema, which bounds its lists. */
export function* unknownFields(schema: z.core.$ZodType, value: unknown, pointer = ""): Generator<UnknownField> {
  const fields = fieldsOf(schema);
  if (Array.isArray(value)) {
    const element = elementOf(schema);
    if (element) for (const [at, one] of value.entries()) yield* unknownFields(element, one, `${pointer}/${at}`);
  } else if (fields && typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const path = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field) yield* unknownFields(field, inner, path);
      else yield { pointer: path, name, known: Object.keys(fields) };
    }
  }
}

type Fields = Readonly<Record<string, z.core.$ZodType>>;

/** What an object may hold, of a union whatever any of its objects may; null for what is no object. */
function fieldsOf(schema: z.core.$ZodType): Fields | null {
  const def = defOf(schema);
  if (def.type === "object") return def.shape;
  if (def.type !== "union") return null;
  const options = def.options.map(fieldsOf).filter((fields) => fields !== null);
  return options.length === 0 ? null : Object.fromEntries(options.flatMap((fields) => Object.entries(fields)));
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const def = defOf(schema);
  return def.type === "array" ? def.element : null;
}

/** What a schema is made of: zod tells it in `def`, which the types of its core keep to themselves. */
type Definition = z.core.$ZodTypes["_zod"]["def"];

/** That of the value as it is sent, without what makes it optional or goes through it on the way. */
function defOf(schema: z.core.$ZodType): Definition {
  const { def } = schema as unknown as { def: Definition };
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return defOf(def.innerType);
    case "pipe": {
      const sent = defOf(def.in);
      return sent.type === "transform" ? defOf(def.out) : sent;
    }
    default:
      return def;
  }
}
