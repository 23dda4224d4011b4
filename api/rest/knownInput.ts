import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { closest } from "fastest-levenshtein";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Operation } from "../calls/operation.ts";

/**
 * Refuses a request that says something which its call doesn't know: what was misspelled would otherwise be as if it had not been said.
 * A parameter in brackets, as some clients send lists (`filter[]=`, `filter[0]=`), is the one without them. Throws VALIDATION_ERROR.
 */
export function refuseUnknownInput(operation: Operation, request: FastifyRequest): void {
  const parameters = Object.keys(operation.query?.shape ?? {});
  const query = withoutBrackets(request.query, parameters);
  request.query = query;
  const problems = [
    ...Object.keys(query)
      .filter((name) => !parameters.includes(name))
      .map((name) => unknown("parameter", name, name, parameters)),
    ...unknownFields(operation.body ?? z.object({}), request.body ?? {}),
  ];
  if (problems.length > 0) throw validationError(problems);
}

function withoutBrackets(query: unknown, known: readonly string[]): Record<string, unknown> {
  const plain = new Map<string, unknown>();
  for (const [key, value] of entriesOf(query)) {
    const name = /^(.+)\[\d*\]$/.exec(key)?.[1];
    const meant = name !== undefined && known.includes(name) ? name : key;
    plain.set(meant, plain.has(meant) ? [plain.get(meant), value].flat() : value);
  }
  return Object.fromEntries(plain);
}

function unknown(what: "parameter" | "field", path: string, name: string, known: readonly string[]): FieldError {
  const meant = known.length > 0 ? `; did you mean ${closest(name, known)}?` : "";
  return { field: path, message: `There is no such ${what} here${meant}` };
}

/** The fields of an input, however deep, that its schema doesn't name. */
export function unknownFields(schema: z.core.$ZodType, input: unknown, path = ""): FieldError[] {
  if (typeof input !== "object" || input === null) return [];
  if (schema instanceof z.ZodObject) return ofObject(schema, input, path);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(input) ? input.flatMap((one, i) => unknownFields(schema.element, one, join(path, i))) : [];
  }
  if (schema instanceof z.ZodRecord) {
    return entriesOf(input).flatMap(([key, value]) => unknownFields(schema.valueType, value, join(path, key)));
  }
  // What has none of its shapes is refused for that.
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.filter((option) => z.safeParse(option, input).success);
    const each = fitting.map((option) => unknownFields(option, input, path));
    return each.reduce((fewest, one) => (one.length < fewest.length ? one : fewest), each[0] ?? []);
  }
  if (schema instanceof z.ZodPipe) {
    return unknownFields(schema.in instanceof z.ZodTransform ? schema.out : schema.in, input, path);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  )
    return unknownFields(schema.unwrap(), input, path);
  return [];
}

function ofObject(schema: z.ZodObject, input: unknown, path: string): FieldError[] {
  const known = Object.keys(schema.shape);
  return entriesOf(input).flatMap(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (field) return unknownFields(field, value, join(path, name));
    return schema.def.catchall ? [] : [unknown("field", join(path, name), name, known)];
  });
}

function entriesOf(input: unknown): [string, unknown][] {
  const isNamed = typeof input === "object" && input !== null && !Array.isArray(input) && !Buffer.isBuffer(input);
  return isNamed ? Object.entries(input) : [];
}

function join(path: string, name: string | number): string {
  return path === "" ? String(name) : `${path}.${name}`;
}
