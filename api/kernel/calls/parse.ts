import { type FieldError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { textMax } from "./textMax.ts";

/** Reads a body or query, and throws VALIDATION_ERROR with every field that does not fit. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? {}, { error: plainMessage });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): FieldError => ({
    field: issue.path.map(String).join(".") || "body",
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
  string: "a text",
};

/** For what a schema says nothing about itself; undefined leaves it to zod. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `Must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_union") return "Not of a kind that can be used here";
  if (issue.code !== "invalid_type") return undefined;
  const kind = kinds[issue.expected];
  return kind && `Must be ${kind}`;
}

const withId = z.object({ id: z.uuid() });

/** An id from the address. One that has not even the form of an id is as unknown as any other. */
export function idOf(
  params: unknown,
  what:
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
    | "Export"
    | "Job"
    | "Import"
    | "Key"
    | "Webhook"
    | "Conversion",
): string {
  const result = withId.safeParse(params);
  if (!result.success) throw notFoundError(what);
  return result.data.id;
}

export const tooLong = `Must be at most ${textMax} characters`;

/** A text that may be missing, which then counts as empty and gets the message of an empty field. */
export const text = z
  .string("Must be a text")
  .max(textMax, tooLong)
  .nullish()
  .transform((value) => value ?? "");

export const optionalText = z.string("Must be a text").max(textMax, tooLong).nullish();

/** A text of a query; what it is for bounds it more closely. */
export const queryText = z.string("Must be a text").max(textMax, tooLong);
export const optionalId = z.union([z.uuid("Not a valid id"), z.literal("")]).nullish();

export const flag = z.enum(["true", "false"], "Must be true or false").transform((value) => value === "true");

const wholeNumber = z
  .string()
  .regex(/^[0-9]{1,9}$/, "Must be a whole number")
  .transform(Number);

export const paging = {
  page: wholeNumber.pipe(z.number().min(1, "Must be at least 1")).default(1),
  limit: wholeNumber
    .pipe(z.number().min(1, "Must be at least 1").max(limits.listMax, `Must be at most ${limits.listMax}`))
    .default(limits.listDefault),
};

export const instantQuery = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], "Must be a date, or a date and time in ISO 8601")
  .transform((value) => new Date(value));
