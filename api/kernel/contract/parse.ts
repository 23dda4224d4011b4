import { type FieldError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { textMax } from "../calls/jsonBounds.ts";

/** Parses a body or query. Throws VALIDATION_ERROR with every invalid field. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  nameOf: (path: readonly string[]) => string = (path) => path.join("."),
): z.output<S> {
  const result = schema.safeParse(input ?? {}, { error: plainMessage });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): FieldError => ({
    field: nameOf(issue.path.map(String)) || "body",
    message: issue.message,
  }));
  throw validationError(problems);
}

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/** Returns the default message of an issue that has none; undefined to use zod's message. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `Must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_union") return "Must have one of the documented types";
  if (issue.code !== "invalid_type") return undefined;
  const kind = kinds[issue.expected];
  return kind && `Must be ${kind}`;
}

/** The noun of a "not found" error. */
export type Noun =
  | "Link"
  | "Group"
  | "Tag"
  | "Domain"
  | "Report"
  | "Alarm"
  | "Note"
  | "Share"
  | "Query"
  | "Preset"
  | "Outlet"
  | "Session"
  | "Export"
  | "Job"
  | "Import"
  | "Key"
  | "Webhook"
  | "Message"
  | "Conversion";

/** Parses an id from the path. Throws NOT_FOUND_ERROR if it is malformed, as for an unknown one. */
export function idOf(params: unknown, what: Noun): string {
  return pathPart(params, what, z.uuid(), "id");
}

/** Parses a path parameter. Throws NOT_FOUND_ERROR if it is malformed, as for an unknown one. */
export function pathPart<Part extends z.core.$ZodType>(
  params: unknown,
  what: Noun,
  part: Part,
  name: string,
): z.output<Part> {
  const given = z.record(z.string(), z.unknown()).safeParse(params).data?.[name];
  const result = z.safeParse(part, given);
  if (!result.success) throw notFoundError(what);
  return result.data;
}

export const tooLong = `Must be at most ${textMax} characters`;

const anyText = z.string("Must be a string").max(textMax, tooLong);

/** A required string. A missing one is treated like an empty one, so that it gets the same message. */
export const required = <Text extends z.ZodType<string>>(one: Text) => z.preprocess((value) => value ?? "", one);

export const text = required(anyText);

export const optionalText = anyText.nullish();

/**
 * Returns the schema of a string that is documented as one of the given values; the command rejects others with its own
 * message.
 */
export const oneOf = (values: readonly string[]) => anyText.meta({ enum: [...values] });

/** Maximum stream version, because versions are 32-bit integers. */
export const versionMax = 2 ** 31 - 1;

/** Returns the documented limits of an integer; the command rejects values outside them with its own message. */
export const within = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum }) as const;

/** An optional string; a missing one counts as empty. */
export const textOrEmpty = optionalText.transform((value) => value ?? "");

/** A string query parameter; the function that uses it limits it further. */
export const queryText = anyText;

/** An optional id; an empty string counts as null. */
export const optionalId = z
  .preprocess((value) => (value === "" ? null : value), z.uuid("Must be a UUID").nullable())
  .optional();

// Query parameters are strings; those that represent a flag, a number or a list are parsed and documented as such.

export const flag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean("Must be true or false"),
);

/** Returns the schema of an integer query parameter; both bounds are inclusive. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value),
    z
      .int(`Must be a whole number from ${min} to ${max}`)
      .min(min, `Must be at least ${min}`)
      .max(max, `Must be at most ${max}`),
  );

/** Returns the schema of a parameter that may be repeated. */
export const listParameter = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item).max(max));

const pageMax = 999_999_999;

export const paging = {
  page: wholeNumber(1, pageMax).default(1),
  limit: wholeNumber(1, limits.listMax).default(limits.listDefault),
};

/** A date, or a date and time; a date is the beginning of its day in UTC. */
export const dateOrInstant = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  "Must be a date, or a date and time in ISO 8601",
);

export const instantQuery = dateOrInstant.transform((value) => new Date(value));
