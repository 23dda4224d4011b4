import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import type { Reader } from "./reading.ts";

export const readUrl: Reader<string> = (value, path, { ownHosts, report }) => {
  if (typeof value !== "string" && value !== undefined) {
    report(path, "Must be a text");
    return undefined;
  }
  const parsed = parseOriginalUrl(value ?? "", ownHosts, "URL");
  if (parsed.ok) return parsed.url;
  report(path, parsed.message);
  return undefined;
};
