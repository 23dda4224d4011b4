import { isIPv4 } from "node:net";
import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";

export const entryLimits = {
  /** Maximum length of a stored entry. */
  entryMax: 2000,
  /** Maximum length of a reason, which is shown to owners of links. */
  reasonMax: 200,
  /** Maximum number of entries added by operators. */
  ownEntries: 100_000,
  /** Maximum number of entries of the file. */
  fileEntries: 250_000,
  /** Maximum size of the file in bytes. */
  fileBytesMax: 16 * 1024 * 1024,
} as const;

/** The reason that owners see if an entry has none. */
export const defaultReason = "It is on the blocklist of this service";

/** A normalised entry: a host, or a host and a path prefix. */
export interface Entry {
  /** Text in the form `host[:port][/path]`. Two entries that match the same URLs have the same text. */
  readonly entry: string;
  readonly reason: string;
}

export type ParsedEntry =
  | { readonly ok: true; readonly entry: string }
  | { readonly ok: false; readonly problem: string };

const refuse = (problem: string): ParsedEntry => ({ ok: false, problem });

/** Parses `bad.example` or `bad.example/login`, optionally with http:// or https://. */
export function parseEntry(text: string): ParsedEntry {
  const trimmed = text.trim();
  if (trimmed === "") return refuse("Enter a host or the beginning of a URL");
  if (trimmed.length > entryLimits.entryMax) return refuse(`An entry cannot exceed ${entryLimits.entryMax} characters`);
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.parse(withScheme);
  if (!url) return refuse("An entry must be a host or the beginning of a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("Only http and https URLs can be listed");
  if (url.username !== "" || url.password !== "") return refuse("An entry must not contain a user name or password");
  const host = plainHostname(url);
  // URL accepts characters such as *, which occur in no valid host.
  if (!/^([a-z0-9_-]+\.)*[a-z0-9_-]+$|^\[[0-9a-f:.]+\]$/.test(host)) return refuse("The host name is not valid");
  // URL would accept a single number as an IPv4 address too.
  if (isIPv4(host) && !withScheme.replace(/^[^:]*:\/\//, "").startsWith(host)) {
    return refuse("An IPv4 address must have four numbers");
  }
  const path = pathOf(url);
  const entry = `${host}${url.port && `:${url.port}`}${path === "/" ? "" : path}`;
  if (entry.length > entryLimits.entryMax) return refuse(`An entry cannot exceed ${entryLimits.entryMax} characters`);
  return { ok: true, entry };
}

/** Returns the problem with a reason; null if the reason can be shown. */
export function reasonProblem(reason: string): string | null {
  if (reason.length > entryLimits.reasonMax) return `A reason cannot exceed ${entryLimits.reasonMax} characters`;
  return isPlainText(reason) && !/[\p{Zl}\p{Zp}]/u.test(reason)
    ? null
    : "A reason must be a single line without invisible or control characters";
}

/**
 * Returns path, query and fragment in normal form for comparison: servers treat `%6C` as `l`, and most treat `//` as
 * `/`.
 */
export function pathOf({ pathname, search, hash }: URL): string {
  return plainEscapes(pathname.replaceAll(/\/{2,}/g, "/") + search + hash);
}

function plainEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const sign = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(sign) ? sign : escape.toUpperCase();
  });
}
