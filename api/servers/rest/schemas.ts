import { z } from "zod";
import type { Answers } from "../../kernel/calls/operation.ts";
import { deprecatedText, deprecationOf } from "../../kernel/contract/deprecation.ts";

/** A part of the document: plain JSON. */
export type Json = { readonly [name: string]: unknown };

/** Converts an input schema, which rejects unknown fields by name. */
export function inputSchema(schema: z.ZodObject): Json {
  const made = z.toJSONSchema(schema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) jsonSchema.additionalProperties = false;
      // Restores the default, which zod omits for inputs that are parsed from strings.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
      markDeprecated(zodSchema, jsonSchema);
    },
  });
  return withoutNames(made);
}

/** Converts response schemas, by name. Clients must accept unknown fields, which later versions add. */
export function answerSchemas(answers: Answers): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      markDeprecated(zodSchema, jsonSchema);
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {}))
        if (typeof property === "object" && property["undocumented"] === true) omit(jsonSchema, name);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutNames(schema)]));
}

function markDeprecated(schema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const deprecation = deprecationOf(schema);
  if (!deprecation) return;
  jsonSchema.deprecated = true;
  jsonSchema.description = deprecatedText(jsonSchema.description, deprecation);
}

function omit(schema: z.core.JSONSchema.BaseSchema, name: string): void {
  const { [name]: _left, ...properties } = schema.properties ?? {};
  schema.properties = properties;
  if (schema.required) schema.required = schema.required.filter((one) => one !== name);
}

/** Removes `$schema` and `$id`, which schemas inside the document don't need. */
function withoutNames({ $schema: _dialect, $id: _id, ...schema }: z.core.JSONSchema.BaseSchema): Json {
  return plain(schema);
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Simplifies a schema to keywords that every client generator knows. */
function plain(schema: Json): Json {
  return simplified(Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, deeply(value)])));
}

function deeply(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deeply);
  return isJson(value) ? plain(value) : value;
}

function simplified(schema: Json): Json {
  if (Array.isArray(schema["anyOf"])) return ofAny(schema, schema["anyOf"].filter(isJson));
  const { type, const: only, enum: values, pattern, maxLength, propertyNames: _names, ...rest } = schema;
  // Removes the constant of a boolean, because clients would generate a type with one value and fail for the other.
  if (typeof only === "boolean") return { ...rest, type: "boolean" };
  const known = only === undefined || isJson(only) ? values : [only];
  if (Array.isArray(known)) {
    const isWhole = known.every((value) => Number.isInteger(value));
    return { ...rest, ...(type !== undefined && { type: isWhole ? "integer" : type }), enum: known };
  }
  if (type === "integer") return integer({ ...rest, type });
  // A format makes the pattern redundant.
  const bySign = typeof schema["format"] === "string" ? {} : { ...(pattern !== undefined && { pattern }) };
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...bySign,
    ...(maxLength !== undefined && { maxLength }),
    // A property may be named `const`.
    ...(isJson(only) && { const: only }),
    ...(values !== undefined && { enum: values }),
    ...(isJson(_names) && _names["type"] === undefined && { propertyNames: _names }),
  };
}

/**
 * Simplifies unions: a type other than object combined with null becomes nullable, and several string types become one
 * string.
 */
function ofAny({ anyOf: _any, ...rest }: Json, kinds: readonly Json[]): Json {
  const values = kinds.filter(({ type }) => type !== "null");
  const areTexts = values.every(({ type }) => type === "string");
  const [first] = values.length === 1 || !areTexts ? values : [{ type: "string" }];
  const isNullable = values.length < kinds.length;
  if (first === undefined || (values.length > 1 && !areTexts)) return { ...rest, anyOf: kinds };
  if (!isNullable) return { ...first, ...rest };
  const { type, enum: known, ...more } = first;
  if (typeof type !== "string" || type === "object") return { ...rest, anyOf: [first, { type: "null" }] };
  const nullable = { ...more, ...rest, type: [type, "null"] };
  if (!Array.isArray(known)) return nullable;
  return type === "integer" ? withBoundsOf(known.map(Number), nullable) : { ...nullable, enum: [...known, null] };
}

/**
 * Replaces an integer enum by its minimum and maximum, because Go generators do not support null in an enum of numbers.
 */
function withBoundsOf(known: readonly number[], schema: Json): Json {
  const { description, ...rest } = schema;
  const said = `One of ${known.join(", ")}`;
  return {
    ...rest,
    description: typeof description === "string" ? `${description}. ${said}` : said,
    minimum: Math.min(...known),
    maximum: Math.max(...known),
  };
}

const int32Max = 2 ** 31 - 1;

function integer({ minimum, maximum, ...rest }: Json): Json {
  const [least, most] = [minimum, maximum].map((bound) => (Number.isSafeInteger(bound) ? Number(bound) : undefined));
  const isBounded = most !== undefined && most !== Number.MAX_SAFE_INTEGER;
  return {
    ...rest,
    ...(isBounded && most <= int32Max ? {} : { format: "int64" }),
    ...(least !== undefined && least !== Number.MIN_SAFE_INTEGER && { minimum: least }),
    ...(isBounded && { maximum: most }),
  };
}
