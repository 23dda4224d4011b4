/**
 * The languages that a visitor wants: those of Accept-Language with a weight of 0.9 or more, the most wanted first and those
 * of one weight in their order, each once, written as BCP 47 does (`de-AT`, `zh-Hant-TW`). What is no language tag is left
 * out.
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

/** 1 unless it is said; null for what is no weight. */
function weightOf(parameters: readonly string[]): number | null {
  if (parameters.length === 0) return 1;
  const weight = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameters[0] ?? "")?.[1];
  return weight === undefined || parameters.length > 1 ? null : Number(weight);
}

/** Scripts begin with a capital, regions are capitals; behind a single letter everything is small (RFC 5646, 2.1.1). */
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
