import { cursorInstant } from "../../kernel/calls/cursor.ts";
import { invalidCursor, type LinkPosition } from "./cursor.ts";
import type { OtherSortField } from "./sort.ts";

/** The position of a link in a list of several parts. */
interface Place {
  readonly part: number;
  readonly key: string;
  readonly id: string;
}

function isInstant(text: string): boolean {
  return cursorInstant.safeParse(text).success;
}

/** Marker before the moment in the cursor of a list sorted by state. */
const momentMark = "@";

/**
 * Encodes the moment of the first page, which all following pages use, so that links that expire in the meantime are
 * neither missed nor listed twice.
 */
export function momentOf(at: Date): string {
  return `${momentMark}${at.toISOString()}`;
}

/** Decodes a position. Throws VALIDATION_ERROR if it is invalid for a list sorted by `field`. */
export function readPosition(
  position: LinkPosition,
  field: OtherSortField,
): { readonly place: Place; readonly at?: Date } {
  if (!("key" in position)) throw invalidCursor();
  const { key: text, id } = position;
  if (text === "") throw invalidCursor();
  const part = Number(text.slice(0, 1));
  const key = text.slice(1);
  if (field !== "state") return { place: { part, key, id } };
  const [made = "", moment = ""] = key.split(momentMark);
  if (!isInstant(moment)) throw invalidCursor();
  return { place: { part, key: made, id }, at: new Date(moment) };
}

/** Returns the place. Throws VALIDATION_ERROR if its part doesn't exist, or its key has the wrong type for the part. */
export function requirePlace(place: Place, parts: readonly { readonly type: "text" | "timestamptz" }[]): Place {
  const type = parts[place.part]?.type;
  if (type === undefined || (type === "timestamptz" && !isInstant(place.key))) throw invalidCursor();
  return place;
}
