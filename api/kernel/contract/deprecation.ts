import { z } from "zod";
import type { Deprecation } from "../calls/operation.ts";

const deprecations = z.registry<Deprecation>();

/**
 * Marks a field as deprecated: in GraphQL, in the OpenAPI document, and in headers of the REST calls that return or
 * accept it.
 */
export function deprecated<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  const marked = schema.clone();
  deprecations.add(marked, deprecation);
  return marked;
}

/** Returns the deprecation of a field or an argument; undefined for most. */
export function deprecationOf(schema: z.core.$ZodType): Deprecation | undefined {
  return deprecations.get(schema);
}

/** Appends the deprecation and its replacement to a description. */
export function deprecatedText(description: string | undefined, { since, instead }: Deprecation): string {
  return `${description === undefined ? "" : `${description.replace(/\.$/, "")}. `}Deprecated since ${since}: ${instead}`;
}

/** Returns the deprecations of a schema and of its parts, except those inside pipes. */
export function deprecationsIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): readonly Deprecation[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = deprecations.get(schema);
  return [...(own ? [own] : []), ...partsOf(schema).flatMap((part) => deprecationsIn(part, seen))];
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy;
  return wraps ? [schema.unwrap()] : [];
}
