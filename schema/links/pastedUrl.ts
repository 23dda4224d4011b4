import { isWithoutScheme } from "./originalUrl.ts";

/** Non-breaking and zero-width spaces, soft hyphens, and bidirectional control characters. */
const unseen = /[\u00A0\u00AD\u2007\u200B\u200E\u200F\u202A-\u202F\u2060\u2066-\u2069\uFEFF]/g;
/** Joiners belong to words and emoji, but not at the end of a URL. */
const punctuation = ".,;:!?'\"`*~…。，、！？“”‘’«»‹›\u200C\u200D";
const brackets: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<" };

/**
 * Extracts a URL from the surrounding text: removes invisible spaces, and at its end punctuation and brackets that are
 * not opened within it.
 */
export function cleanUrl(text: string): string {
  const url = text.replaceAll(unseen, "").trim();
  const open = new Map<string, number>();
  for (const character of url) {
    const opening = brackets[character] ?? character;
    open.set(opening, (open.get(opening) ?? 0) + (character === opening ? 1 : -1));
  }
  let end = url.length;
  for (; end > 0; end--) {
    const character = url.charAt(end - 1);
    const opening = brackets[character];
    if (opening !== undefined && (open.get(opening) ?? 0) < 0) open.set(opening, (open.get(opening) ?? 0) + 1);
    else if (!punctuation.includes(character) && character.trim() !== "") break;
  }
  return url.slice(0, end);
}

/**
 * Cleans text pasted into a URL field: a whole URL by {@link cleanUrl}, a part of one only by removing invisible
 * spaces.
 */
export function pastedUrl(text: string): string {
  const url = cleanUrl(text);
  return /^https?:\/\//i.test(url) || isWithoutScheme(url) ? url : text.replaceAll(unseen, "");
}
