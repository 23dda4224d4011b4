const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns the English name of an ISO 3166-1 alpha-2 code; empty for an empty or unknown code. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? "") : "";
}
