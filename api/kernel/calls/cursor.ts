import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";

/** As cursors hold it, of a year that Postgres has as well. */
export const cursorInstant = z.iso.datetime({ precision: 3 }).refine((text) => new Date(text).getUTCFullYear() > 0);
const cursorSchema = z.tuple([cursorInstant, z.uuid()]);

/** A place in a list that is ordered by time and id; opaque to callers. */
export function toCursor(at: Date, id: string): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString("base64url");
}

/** Throws VALIDATION_ERROR for a text that is no cursor of ours. */
export function fromCursor(cursor: string): { at: Date; id: string } {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { at: new Date(at), id };
  } catch {
    throw validationError([{ field: "after", message: "This cursor is not valid" }]);
  }
}

/** Throws VALIDATION_ERROR for a page size outside 1 to `max`, which is 100 for most lists. */
export function requirePageSize(first: number, max: number = limits.listMax): number {
  if (first >= 1 && first <= max) return first;
  throw validationError([{ field: "first", message: `Must be between 1 and ${max}` }]);
}
