import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";

/** A link's place in a list: what the list is ordered by, and the id where that is equal. */
export type LinkPlace =
  | { readonly field: "created"; readonly at: Date; readonly id: string }
  | { readonly field: "name"; readonly key: string; readonly id: string }
  | { readonly field: "clicks"; readonly clicks: number; readonly id: string };

const cursorSchema = z.union([
  z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]),
  z.tuple([z.literal("name"), z.string(), z.uuid()]),
  z.tuple([z.literal("clicks"), z.int().min(0), z.uuid()]),
]);

/** Opaque to callers. */
export function toLinkCursor(place: LinkPlace): string {
  return Buffer.from(JSON.stringify(partsOf(place))).toString("base64url");
}

function partsOf(place: LinkPlace): z.input<typeof cursorSchema> {
  switch (place.field) {
    case "created":
      return [place.at.toISOString(), place.id];
    case "name":
      return ["name", place.key, place.id];
    case "clicks":
      return ["clicks", place.clicks, place.id];
  }
}

/** Throws VALIDATION_ERROR for a text that is no cursor of ours, or one of a list in another order. */
export function fromLinkCursor(cursor: string, field: LinkPlace["field"]): LinkPlace {
  const place = read(cursor);
  if (place?.field === field) return place;
  throw validationError([{ field: "after", message: "This cursor is not valid" }]);
}

function read(cursor: string): LinkPlace | null {
  try {
    const parts = cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (parts.length === 2) return { field: "created", at: new Date(parts[0]), id: parts[1] };
    const [field, key, id] = parts;
    return field === "name" ? { field, key, id } : { field, clicks: key, id };
  } catch {
    return null;
  }
}
