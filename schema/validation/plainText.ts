/**
 * What nobody sees in a text, or what turns the direction of what stands around it: control and format characters, line and
 * paragraph separators, fillers, tags, and halves of surrogate pairs.
 */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]`;

/** One character of these that is seen. */
const seen = (characters: string) => `(?!${unseen})[${characters}]`;
const variedOnes = seen(String.raw`\p{Emoji}\p{S}\p{Lo}`);
const joined = String.raw`\p{L}\p{M}\p{Extended_Pictographic}`;

/** Those of what is unseen that belong to what is seen. */
const belonging = [
  // ZWJ and ZWNJ within words, and within emoji of several parts.
  String.raw`(?<=${seen(String.raw`${joined}\p{Emoji_Modifier}`)}|${variedOnes}\uFE0F)[\u200C\u200D](?=${seen(joined)})`,
  // Which look an emoji, a symbol or a letter of a script that has several is meant to have; one behind each.
  String.raw`(?<=${variedOnes})[\uFE00-\uFE0F]`,
  String.raw`(?<=${seen(String.raw`\p{Script=Han}`)})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=${seen(String.raw`\p{Script=Mongolian}`)})[\u180B-\u180D\u180F]`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
].join("|");

const belongingPattern = new RegExp(belonging, "gu");
const unseenPattern = new RegExp(unseen, "u");
const eitherPattern = new RegExp(`(${belonging})|${unseen}`, "gu");
/** Nearly all texts: found much faster than what has to be done to the others. */
const usual = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u024F]*$/;

/**
 * The one rule for texts of one line that people and programs enter: whether one can be stored and shown, with nothing unseen
 * in it. ZWJ and ZWNJ are kept within words and emoji.
 */
export function isPlainText(value: string): boolean {
  return usual.test(value) || !unseenPattern.test(value.replaceAll(belongingPattern, ""));
}

/** As {@link isPlainText}, of several lines: line breaks and tabs may be among the signs. */
export function isPlainParagraphs(value: string): boolean {
  return isPlainText(value.replace(/[\r\n\t]/g, " "));
}

/** The same rule for what is shown or sent, whoever wrote it: a text of one line without what {@link isPlainText} refuses. */
export function plainText(value: string): string {
  if (usual.test(value)) return value;
  return value.replaceAll(/[\t\r\n]+/g, " ").replaceAll(eitherPattern, (_all, kept?: string) => kept ?? "");
}

/** As {@link plainText}, with every such character in `written`'s stead. */
export function replaceUnseen(value: string, written: (character: string) => string): string {
  if (usual.test(value)) return value;
  return value.replaceAll(eitherPattern, (all: string, kept?: string) => kept ?? written(all));
}
