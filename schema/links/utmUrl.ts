import { type UtmField, utmFields } from "./utm.ts";

/** Returns a campaign parameter of a URL that may be incomplete; empty if it has none. */
export function utmOf(url: string, name: UtmField): string {
  return new URLSearchParams(parts(url).query).get(name) ?? "";
}

/** Returns the URL with a parameter set, or removed if the value is empty. The rest is unchanged. */
export function withUtm(url: string, name: UtmField, value: string): string {
  const { base, query, hash } = parts(url);
  const pairs = query.split("&").filter((pair) => pair !== "");
  const written = value === "" ? [] : [new URLSearchParams([[name, value]]).toString()];
  const at = pairs.findIndex((pair) => isNamed(pair, name));
  const others = pairs.filter((pair) => !isNamed(pair, name));
  const next = others.toSpliced(at === -1 ? others.length : at, 0, ...written);
  return `${base}${next.length === 0 ? "" : `?${next.join("&")}`}${hash}`;
}

/** Returns how many campaign parameters of a URL have a value. */
export function utmCount(url: string): number {
  return utmFields.filter((name) => utmOf(url, name) !== "").length;
}

function isNamed(pair: string, name: UtmField): boolean {
  return new URLSearchParams(pair).has(name);
}

function parts(url: string): { base: string; query: string; hash: string } {
  const [, base = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  return { base, query, hash };
}
