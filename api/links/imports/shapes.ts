import { type ImportSource, importSources } from "@hoplog/schema/imports/sources.js";
import { plain } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";
import type { Reader } from "./sources/sourceLink.ts";

/** Sets of column names that identify files of a source: a file must contain one of the sets. */
const shapes: Readonly<Record<Exclude<ImportSource, "csv">, readonly (readonly string[])[]>> = {
  bitly: [["long_url", "link"], ["long_url", "custom_bitlinks"], ["bitlink"]],
  rebrandly: [["slashtag", "destination"]],
  shortio: [["idString", "originalURL"], ["secureShortURL"], ["lcpath", "originalURL"]],
  dub: [
    ["shortLink", "url", "key"],
    ["short link", "destination url", "link id"],
  ],
  shlink: [["shortCode", "longUrl"]],
  kutt: [["address", "target"]],
  yourls: [
    ["keyword", "url"],
    ["shorturl", "url", "timestamp", "ip"],
    ["source", "target", "hits"],
  ],
  polr: [
    ["short_url", "long_url", "secret_key"],
    ["short_url", "long_url", "is_disabled"],
    ["short_url", "long_url", "creator"],
  ],
  blink: [["Long URL", "Keyword", "Auto-Archive Date"]],
  tly: [["long_url", "short_id"]],
  cuttly: [["shortLink", "fullLink"]],
  prettylinks: [
    ["slug", "url", "redirect_type"],
    ["slug", "url", "param_forwarding"],
  ],
  thirstyaffiliates: [["Destination URL", "Slug", "Autolinker Keywords (separated by semicolon)"]],
  redirection: [
    ["source", "target", "regex"],
    ["source", "target", "type"],
    ["source", "target", "match"],
    ["url", "action_type", "match_type"],
  ],
  bookmarks: [["href", "title"]],
  hoplog: [["originalUrl", "tagColours"]],
};

/**
 * Returns the source whose shape a file with the given column names has, if it differs from the given source; null
 * otherwise.
 */
export function otherShape(source: ImportSource, names: Iterable<string>): ImportSource | null {
  if (source === "csv") return null;
  const found = new Set([...names].map(plain));
  if (hasShape(source, found)) return null;
  return importSources.find((one) => one !== "csv" && hasShape(one, found)) ?? null;
}

/** Whether a file with these normalised names has the shape of the source. */
export function hasShape(source: Exclude<ImportSource, "csv">, names: ReadonlySet<string>): boolean {
  return shapes[source].some((shape) => shape.every((name) => names.has(plain(name))));
}

/** Returns the reader of a source's file with these column names. */
export function readerOf(source: ImportSource, names: Iterable<string>): Reader {
  // Many rows in exports of Redirection are no links. If such a file were read as any CSV file, these rows would become
  // public links.
  if (source === "csv" && hasShape("redirection", new Set([...names].map(plain)))) return readers.redirection;
  return readers[source];
}
