import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { closest } from "fastest-levenshtein";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Operation } from "../../kernel/calls/operation.ts";

/** Maximum unknown names in an error, because a body may contain thousands. */
const namedMax = 20;
/** Maximum characters of an unknown name; all of ours are much shorter. */
const nameMax = 100;

/**
 * Rejects requests with unknown parameters or fields, so that misspelled ones are not ignored. Brackets after a
 * parameter, which some clients add to lists (`filter[]=`, `filter[0]=`), are ignored. Throws VALIDATION_ERROR.
 */
export function refuserOfUnknownInput({ query, body }: Operation): (request: FastifyRequest) => void {
  const parameters = Object.keys(query?.shape ?? {});
  const bodySchema = body ?? z.object({});
  return (request) => {
    const given = withoutBrackets(request.query, parameters);
    request.query = given;
    const problems: FieldError[] = [];
    for (const problem of unknownInput(given, parameters, bodySchema, request.body ?? {})) {
      if (problems.length === namedMax) {
        problems.push({ field: problem.field, message: "Unknown name. Further unknown names are not listed" });
        break;
      }
      problems.push(named(problem));
    }
    if (problems.length > 0) throw validationError(problems);
  };
}

/** An unknown name, and the known names at the same place. */
interface Unknown {
  readonly what: "parameter" | "field";
  /** Path of the field, such as `rules.0.nam`. */
  readonly field: string;
  readonly name: string;
  readonly known: readonly string[];
}

function* unknownInput(
  query: Readonly<Record<string, unknown>>,
  parameters: readonly string[],
  bodySchema: z.ZodObject,
  body: unknown,
): Generator<Unknown, void, void> {
  for (const name of Object.keys(query))
    if (!parameters.includes(name)) yield { what: "parameter", field: shown(name), name, known: parameters };
  yield* unknownFields(bodySchema, body);
}

function named({ what, field, name, known }: Unknown): FieldError {
  const meant = known.length > 0 ? `. Did you mean ${closest(shown(name), known)}?` : "";
  return { field, message: `Unknown ${what} ${shown(name)}${meant}` };
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

/** Yields the fields of an input, at any depth, that its schema doesn't have. */
export function* unknownFields(schema: z.core.$ZodType, input: unknown, path = ""): Generator<Unknown, void, void> {
  if (typeof input !== "object" || input === null) return;
  if (schema instanceof z.ZodObject) yield* ofObject(schema, input, path);
  else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(input)) return;
    for (const [i, one] of input.entries()) yield* unknownFields(schema.element, one, join(path, String(i)));
  } else if (schema instanceof z.ZodRecord) {
    for (const [key, value] of entriesOf(input)) yield* unknownFields(schema.valueType, value, join(path, key));
  } else if (schema instanceof z.ZodUnion) {
    // An input that matches no option is rejected for that reason elsewhere.
    const fitting = schema.options.filter((option) => z.safeParse(option, input).success);
    const each = fitting.map((option) => [...unknownFields(option, input, path)]);
    yield* each.reduce((fewest, one) => (one.length < fewest.length ? one : fewest), each[0] ?? []);
  } else if (schema instanceof z.ZodPipe) {
    yield* unknownFields(schema.in instanceof z.ZodTransform ? schema.out : schema.in, input, path);
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  )
    yield* unknownFields(schema.unwrap(), input, path);
}

function* ofObject(schema: z.ZodObject, input: unknown, path: string): Generator<Unknown, void, void> {
  const known = Object.keys(schema.shape);
  for (const [name, value] of entriesOf(input)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (field) yield* unknownFields(field, value, join(path, name));
    else if (!schema.def.catchall) yield { what: "field", field: join(path, name), name, known };
  }
}

function entriesOf(input: unknown): [string, unknown][] {
  const isNamed = typeof input === "object" && input !== null && !Array.isArray(input) && !Buffer.isBuffer(input);
  return isNamed ? Object.entries(input) : [];
}

function join(path: string, name: string): string {
  return path === "" ? shown(name) : `${path}.${shown(name)}`;
}

function shown(name: string): string {
  return name.length > nameMax ? `${name.slice(0, nameMax)}…` : name;
}
