/**
 * Returns at most `max` languages that a visitor prefers: those in Accept-Language with a weight of 0.9 or more, sorted
 * by weight and then by order, without duplicates, in BCP 47 form (`de-AT`, `zh-Hant-TW`). Invalid language tags are
 * skipped.
 */
export function wantedLanguages(acceptLanguage: string, max: number): string[] {
  const wanted = acceptLanguage.split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = weightOf(parameters);
    if (weight === null || weight < 0.9 || !isLanguageTag.test(tag)) return [];
    return [{ language: canonical(tag), weight }];
  });
  const sorted = wanted.toSorted((a, b) => b.weight - a.weight).map(({ language }) => language);
  return [...new Set(sorted)].slice(0, max);
}

const isLanguageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i;

/** Returns the weight of a language; 1 if none is given, null if it is invalid. */
function weightOf(parameters: readonly string[]): number | null {
  if (parameters.length === 0) return 1;
  const weight = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameters[0] ?? "")?.[1];
  return weight === undefined || parameters.length > 1 ? null : Number(weight);
}

/**
 * Returns a language tag in canonical form: scripts are capitalised, regions are upper case, everything after a single
 * letter is lower case (RFC 5646, 2.1.1).
 */
function canonical(tag: string): string {
  const [language = "", ...subtags] = tag.toLowerCase().split("-");
  const extension = subtags.findIndex((subtag) => subtag.length === 1);
  const written = subtags.map((subtag, i) => {
    if (extension >= 0 && i > extension) return subtag;
    if (subtag.length === 2) return subtag.toUpperCase();
    return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag;
  });
  return [language, ...written].join("-");
}
