import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";

/** An instant as cursors encode it, in a year that Postgres supports too. */
export const cursorInstant = z.iso.datetime({ precision: 3 }).refine((text) => new Date(text).getUTCFullYear() > 0);
const cursorSchema = z.tuple([cursorInstant, z.uuid()]);

/** Encodes a position in a list ordered by time and id; opaque to callers. */
export function toCursor(at: Date, id: string): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString("base64url");
}

/** Decodes a cursor. Throws VALIDATION_ERROR if it is malformed. */
export function fromCursor(cursor: string): { at: Date; id: string } {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { at: new Date(at), id };
  } catch {
    throw validationError([
      { field: "after", message: "Invalid cursor. Use a cursor from the same list with the same sort order" },
    ]);
  }
}

/** Returns the page size. Throws VALIDATION_ERROR if it is outside 1 to `max`, which is 100 for most lists. */
export function requirePageSize(first: number, max: number = limits.listMax): number {
  if (first >= 1 && first <= max) return first;
  throw validationError([{ field: "first", message: `Must be between 1 and ${max}` }]);
}
