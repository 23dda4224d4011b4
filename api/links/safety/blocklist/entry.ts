import { isIPv4 } from "node:net";
import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";

export const entryLimits = {
  /** Of an entry as it is stored. */
  entryMax: 2000,
  /** Of a reason, which owners read. */
  reasonMax: 200,
  /** Entries that operators add one by one. */
  ownEntries: 100_000,
  /** Entries of the file. */
  fileEntries: 250_000,
  /** Bytes of the file. */
  fileBytesMax: 16 * 1024 * 1024,
} as const;

/** What owners read where an entry gives no reason. */
export const defaultReason = "It is on this service's blocklist";

/** An entry, normalised: a host alone, or a host and the beginning of a path. */
export interface Entry {
  /** As `host[:port][/path]`: two entries that match the same URLs in the same way have one text. */
  readonly entry: string;
  readonly reason: string;
}

export type ParsedEntry =
  | { readonly ok: true; readonly entry: string }
  | { readonly ok: false; readonly problem: string };

const refuse = (problem: string): ParsedEntry => ({ ok: false, problem });

/** Reads `bad.example`, `bad.example/login` or either with http:// or https:// before it. */
export function parseEntry(text: string): ParsedEntry {
  const trimmed = text.trim();
  if (trimmed === "") return refuse("An entry is a host or the beginning of a URL");
  if (trimmed.length > entryLimits.entryMax) return refuse(`An entry cannot exceed ${entryLimits.entryMax} characters`);
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.parse(withScheme);
  if (!url) return refuse("Neither a host nor the beginning of a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("Only http and https URLs can be listed");
  if (url.username !== "" || url.password !== "") return refuse("An entry has no user name or password");
  const host = plainHostname(url);
  // What URL lets through, such as *, is in no host that anybody can reach.
  if (!/^([a-z0-9_-]+\.)*[a-z0-9_-]+$|^\[[0-9a-f:.]+\]$/.test(host)) return refuse("Its host is none");
  // A mere number would be one, too.
  if (isIPv4(host) && !withScheme.replace(/^[^:]*:\/\//, "").startsWith(host)) {
    return refuse("An IPv4 address has four numbers");
  }
  const path = pathOf(url);
  const entry = `${host}${url.port && `:${url.port}`}${path === "/" ? "" : path}`;
  if (entry.length > entryLimits.entryMax) return refuse(`An entry cannot exceed ${entryLimits.entryMax} characters`);
  return { ok: true, entry };
}

/** The problem of a reason; null for one that can be shown. */
export function reasonProblem(reason: string): string | null {
  if (reason.length > entryLimits.reasonMax) return `A reason cannot exceed ${entryLimits.reasonMax} characters`;
  return isPlainText(reason) && !/[\p{Zl}\p{Zp}]/u.test(reason) ? null : "A reason is one line of text";
}

/** Path, query and fragment in the one spelling that is compared: servers take `%6C` for `l`, and most `//` for `/`. */
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
