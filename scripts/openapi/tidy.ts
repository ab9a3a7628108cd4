/**
 * The finished document made readable: every object of it has a name of its own, parameters have samples, and no number is
 * bounded by what a double can count. Pure.
 */
type Json = Record<string, unknown>;

const COMPONENTS = "#/components/schemas/";

/** A document of zod-openapi, changed in place. Samples of parameters are by name, or by path and name. */
export function tidy(document: Json, parameterSamples: Readonly<Record<string, string | number>>): Json {
  dropSafeBounds(document);
  const schemas = (document.components as { schemas: Record<string, Json> }).schemas;
  for (const [name, schema] of Object.entries(schemas)) nameParts(schema, name, schemas);
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    for (const operation of Object.values(methods)) {
      for (const parameter of (operation.parameters ?? []) as { name: string; schema: Json; example?: unknown }[]) {
        const sample = parameterSamples[`${path} ${parameter.name}`] ?? parameterSamples[parameter.name];
        if (sample === undefined) continue;
        delete parameter.schema.examples;
        parameter.example = sample;
      }
    }
  }
  return document;
}

/** z.int() says that it is between the safe integers; a reader takes the bound for a sample. */
function dropSafeBounds(value: unknown): void {
  if (!isObject(value)) return;
  if (value.minimum === Number.MIN_SAFE_INTEGER) delete value.minimum;
  if (value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
  for (const part of Object.values(value)) dropSafeBounds(part);
}

/** Makes a component of every object inside a schema, named after where it stands; alike ones are one. */
function nameParts(schema: Json, name: string, schemas: Record<string, Json>): void {
  const into = (holder: Json, key: string, partName: string): void => {
    const part = holder[key];
    if (!isObject(part)) return;
    nameParts(part, partName, schemas);
    if (isPlainObject(part)) holder[key] = { $ref: COMPONENTS + keep(part, partName, schemas) };
  };
  if (isObject(schema.properties)) {
    for (const key of Object.keys(schema.properties)) into(schema.properties, key, name + capital(key));
  }
  into(schema, "items", singular(name));
  into(schema, "additionalProperties", singular(name));
  for (const choice of ["anyOf", "oneOf"]) {
    const options = schema[choice];
    if (!Array.isArray(options)) continue;
    const several = options.filter((option) => isObject(option) && option.type !== "null").length > 1;
    for (const [index, option] of (options as Json[]).entries()) {
      into(options as unknown as Json, String(index), several ? name + kindOf(option) : name);
    }
  }
}

/** The component's name: that of one that says the same, else the one wanted. */
function keep(part: Json, wanted: string, schemas: Record<string, Json>): string {
  const text = JSON.stringify(part);
  const alike = Object.keys(schemas).find((name) => JSON.stringify(schemas[name]) === text);
  if (alike !== undefined) return alike;
  if (schemas[wanted]) throw new RangeError(`two different schemas would be named ${wanted}`);
  schemas[wanted] = part;
  return wanted;
}

/** What tells one choice from the others: its constant, or what it must have. */
function kindOf(option: Json): string {
  const properties = isObject(option.properties) ? option.properties : {};
  const constants = Object.values(properties).flatMap((property) =>
    isObject(property) && typeof property.const === "string" ? [property.const] : [],
  );
  const required = (option.required ?? []) as string[];
  if (constants.length === 0) return capital(required[0] ?? "");
  return constants.join("") + (required.includes("bookingId") ? "OfBooking" : "");
}

function isPlainObject(schema: Json): boolean {
  return schema.type === "object" && isObject(schema.properties);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Of the last word of a name. */
function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("s") && !name.endsWith("ss") ? name.slice(0, -1) : name;
}
