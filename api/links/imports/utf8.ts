import { isUtf8 } from "node:buffer";
import { importLimits } from "@hoplog/schema/imports/limits.js";

/** Thrown if a file, or the rest of it, cannot be read. The message is shown to users. */
export class UnreadableFile extends Error {}

/** The note on a file that was partly decoded as Windows-1252. */
export const guessedNote = "The file is not UTF-8 and was read as Windows-1252. Check the names of the links";

export interface DecodedText {
  readonly text: string;
  /** Whether some lines are not UTF-8, and were decoded as Windows-1252. */
  readonly isGuessed: boolean;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const lineEnd = 0x0a;

/**
 * Decodes lines as UTF-8, and invalid ones as Windows-1252. Throws UnreadableFile for bytes that are text in neither.
 */
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

/** Replaces NUL, which Postgres can't store. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/** The characters of Windows-1252 from 0x80 on; blanks are unassigned. */
const windowsCharacters = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
// oxlint-disable-next-line no-control-regex
const neverInText = /[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;

function windows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (neverInText.test(text)) throw new UnreadableFile("The file is not a UTF-8 text. Save it as CSV in UTF-8");
  // Maps Windows-1252 explicitly, because decoders of some Node versions treat it as Latin-1.
  return text.replaceAll(/[\x80-\x9f]/g, (sign) => windowsCharacters.charAt(sign.charCodeAt(0) - 0x80));
}

/** Returns the error for a file with more links than an import may have. */
export function tooManyLinks(): UnreadableFile {
  return new UnreadableFile(
    `An import can have at most ${importLimits.linksMax} links. Split the file into several imports`,
  );
}
