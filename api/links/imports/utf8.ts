import { isUtf8 } from "node:buffer";
import { importLimits } from "@hoplog/schema/imports/limits.js";

/** Nothing of the file can be read, or nothing further. The message is fit to be shown. */
export class UnreadableFile extends Error {}

/** What is said of a file of which something was decoded as Windows-1252. */
export const guessedNote = "Not UTF-8: read as Windows-1252. Check the titles";

export interface DecodedText {
  readonly text: string;
  /** Lines of it are not UTF-8, and were taken for Windows-1252. */
  readonly isGuessed: boolean;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const lineEnd = 0x0a;

/** Decodes UTF-8, and lines that are none as Windows-1252. Throws UnreadableFile for bytes that are no text in either. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (isUtf8(bytes)) return { text: storable(utf8.decode(bytes)), isGuessed: false };
  const lines: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(lineEnd, from) + 1 || bytes.length;
    const line = bytes.subarray(from, end);
    lines.push(isUtf8(line) ? utf8.decode(line) : windows1252(line));
    from = end;
  }
  return { text: storable(lines.join("")), isGuessed: true };
}

/** Postgres stores no NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/** What Windows-1252 has in place of the control characters from 0x80 on; blanks are not assigned. */
const windowsCharacters = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
// oxlint-disable-next-line no-control-regex
const neverInText = /[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;

function windows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (neverInText.test(text)) throw new UnreadableFile("The file is not UTF-8 text: save it as CSV in UTF-8");
  // Decoders of some Node versions take it for Latin-1.
  return text.replaceAll(/[\x80-\x9f]/g, (sign) => windowsCharacters.charAt(sign.charCodeAt(0) - 0x80));
}

/** A file has more links than one import may have. */
export function tooManyLinks(): UnreadableFile {
  return new UnreadableFile(`An import has at most ${importLimits.linksMax} links: give this file in several parts`);
}
