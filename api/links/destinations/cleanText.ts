import { plainText } from "@hoplog/schema/validation/plainText.js";

/** Private-use characters, which only the page's own fonts can show. */
const ofOneFont = /\p{Co}/gu;
/** Maximum average of code units per character, since a single character can be combined from thousands. */
const unitsPerCharacter = 8;

/**
 * Returns a third-party text as one line of at most `max` characters as users count them, without characters that could
 * affect the display of surrounding text. Null if nothing is left.
 */
export function cleanText(text: string, max: number): string | null {
  const bounded = text.slice(0, max * unitsPerCharacter * 4).toWellFormed();
  const line = plainText(bounded.replaceAll(/\s+/gu, " ")).replaceAll(ofOneFont, "").replaceAll(/ {2,}/g, " ").trim();
  let kept = "";
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (++count > max || kept.length + segment.length > max * unitsPerCharacter) return orNull(`${kept.trimEnd()}…`);
    kept += segment;
  }
  return orNull(kept);
}

function orNull(text: string): string | null {
  return text === "" || text === "…" ? null : text;
}
