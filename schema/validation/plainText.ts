/**
 * Invisible characters, and those that change the direction of the text around them: control and format characters,
 * line and paragraph separators, fillers, tags, and lone surrogates.
 */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]`;

/** Returns a pattern for one of `characters` that is visible. */
const seen = (characters: string) => `(?!${unseen})[${characters}]`;
const variationBases = seen(String.raw`\p{Emoji}\p{S}\p{Lo}`);
const joined = String.raw`\p{L}\p{M}\p{Extended_Pictographic}`;

/** Invisible characters that are part of visible ones. */
const belonging = [
  // ZWJ and ZWNJ within words, and within emoji that consist of several parts.
  String.raw`(?<=${seen(String.raw`${joined}\p{Emoji_Modifier}`)}|${variationBases}\uFE0F)[\u200C\u200D](?=${seen(joined)})`,
  // A single variation selector after an emoji, a symbol, or a letter of a script with variants.
  String.raw`(?<=${variationBases})[\uFE00-\uFE0F]`,
  String.raw`(?<=${seen(String.raw`\p{Script=Han}`)})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=${seen(String.raw`\p{Script=Mongolian}`)})[\u180B-\u180D\u180F]`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
].join("|");

const belongingPattern = new RegExp(belonging, "gu");
const unseenPattern = new RegExp(unseen, "u");
const eitherPattern = new RegExp(`(${belonging})|${unseen}`, "gu");
/** Matches nearly all strings, faster than the checks for the others. */
const usual = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u024F]*$/;

/**
 * Returns whether a single-line string contains no invisible characters, so that it can be stored and shown. ZWJ and
 * ZWNJ are allowed within words and emoji.
 */
export function isPlainText(value: string): boolean {
  return usual.test(value) || !unseenPattern.test(value.replaceAll(belongingPattern, ""));
}

/** Like {@link isPlainText}, for several lines: line breaks and tabs are allowed. */
export function isPlainParagraphs(value: string): boolean {
  return isPlainText(value.replace(/[\r\n\t]/g, " "));
}

/**
 * Makes a string of any source a single line for display or sending: removes the characters that {@link isPlainText}
 * rejects, and replaces tabs and line breaks with spaces.
 */
export function plainText(value: string): string {
  if (usual.test(value)) return value;
  return value.replaceAll(/[\t\r\n]+/g, " ").replaceAll(eitherPattern, (_all, kept?: string) => kept ?? "");
}

/** Replaces every character that {@link isPlainText} rejects with the result of `written`. */
export function replaceUnseen(value: string, written: (character: string) => string): string {
  if (usual.test(value)) return value;
  return value.replaceAll(eitherPattern, (all: string, kept?: string) => kept ?? written(all));
}
