import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { hasShape } from "./shapes.ts";
import { plain } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";
import type { Reader } from "./sources/sourceLink.ts";

/** The reader of a source's file with columns of these names. */
export function readerOf(source: ImportSource, names: Iterable<string>): Reader {
  // Half of what Redirection exports are no links: as any CSV file they would become open ones.
  if (source === "csv" && hasShape("redirection", new Set([...names].map(plain)))) return readers.redirection;
  return readers[source];
}
