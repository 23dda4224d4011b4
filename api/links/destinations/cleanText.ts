import { plainText } from "@hoplog/schema/validation/plainText.js";

/** Pictures of fonts that only the page has. */
const ofOneFont = /\p{Co}/gu;
/** So many code units a character may take on average: one can be piled up from thousands. */
const unitsPerCharacter = 8;

/**
 * A text of somebody else's page in one line, at most so many characters as people count them, with nothing in it that could
 * change how what stands around it is shown. Null where nothing is left.
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
