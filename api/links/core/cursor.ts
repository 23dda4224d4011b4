import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import { cursorInstant } from "../../kernel/calls/cursor.ts";
import { type OtherSortField, otherSortFields } from "./sort.ts";

/** A link's position in a list: its sort key, and its id as the tiebreaker. */
export type LinkPosition =
  | { readonly field: "created"; readonly at: Date; readonly id: string }
  | { readonly field: "name" | OtherSortField; readonly key: string; readonly id: string }
  | { readonly field: "clicks"; readonly clicks: number; readonly id: string };

const cursorSchema = z.union([
  z.tuple([cursorInstant, z.uuid()]),
  // No stored text contains NUL, which Postgres can't store.
  z.tuple([z.enum(["name", ...otherSortFields]), z.string().refine((key) => !key.includes("\0")), z.uuid()]),
  z.tuple([z.literal("clicks"), z.int().min(0), z.uuid()]),
]);

/** Encodes a position as an opaque cursor. */
export function toLinkCursor(position: LinkPosition): string {
  return Buffer.from(JSON.stringify(partsOf(position))).toString("base64url");
}

function partsOf(position: LinkPosition): z.input<typeof cursorSchema> {
  switch (position.field) {
    case "created":
      return [position.at.toISOString(), position.id];
    case "clicks":
      return ["clicks", position.clicks, position.id];
    default:
      return [position.field, position.key, position.id];
  }
}

/** Decodes a cursor. Throws VALIDATION_ERROR if it is invalid or belongs to a list sorted by another field. */
export function fromLinkCursor(cursor: string, field: LinkPosition["field"]): LinkPosition {
  const position = read(cursor);
  if (position?.field === field) return position;
  throw invalidCursor();
}

export function invalidCursor() {
  return validationError([
    { field: "after", message: "Invalid cursor. Use a cursor from the same list with the same sort order" },
  ]);
}

function read(cursor: string): LinkPosition | null {
  try {
    const parts = cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (parts.length === 2) return { field: "created", at: new Date(parts[0]), id: parts[1] };
    const [field, key, id] = parts;
    return field === "clicks" ? { field, clicks: key, id } : { field, key, id };
  } catch {
    return null;
  }
}
