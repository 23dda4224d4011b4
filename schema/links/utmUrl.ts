import { type UtmField, utmFields } from "./utm.ts";

/** A campaign parameter of a URL's query, as it is typed so far; empty where there is none. */
export function utmOf(url: string, name: UtmField): string {
  return new URLSearchParams(parts(url).query).get(name) ?? "";
}

/** The URL with a parameter set, or taken out where the value is empty. The rest stays as it was typed. */
export function withUtm(url: string, name: UtmField, value: string): string {
  const { base, query, hash } = parts(url);
  const pairs = query.split("&").filter((pair) => pair !== "");
  const written = value === "" ? [] : [new URLSearchParams([[name, value]]).toString()];
  const at = pairs.findIndex((pair) => isNamed(pair, name));
  const others = pairs.filter((pair) => !isNamed(pair, name));
  const next = others.toSpliced(at === -1 ? others.length : at, 0, ...written);
  return `${base}${next.length === 0 ? "" : `?${next.join("&")}`}${hash}`;
}

/** How many of the parameters a URL has. */
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
