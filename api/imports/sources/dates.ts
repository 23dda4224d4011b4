import { parseInstant } from "../../links/options/instant.ts";

const none = /^(?:0|-|never|none|null|n\/a|0000-00-00(?:[ T]00:00:00)?)$/i;

/**
 * An instant in ISO 8601 from a cell: also from seconds and milliseconds since 1970. A time without an offset is in UTC. Null
 * for an empty cell, undefined for an unreadable one.
 */
export function readInstant(text: string): string | null | undefined {
  if (text === "" || none.test(text)) return null;
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
  const usual = text.replace(/ UTC$/i, "Z").replace(/([+-]\d\d)(\d\d)$/, (whole, hours: string, minutes: string) => {
    return text.includes("T") || text.includes(" ") ? `${hours}:${minutes}` : whole;
  });
  return parseInstant(usual, "UTC") ?? undefined;
}
