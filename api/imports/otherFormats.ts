import { UnreadableFile } from "./utf8.ts";

const utf16 = "The file is UTF-16, not UTF-8 text: save it as CSV in UTF-8";

/** Texts that other kinds of files begin with. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^PK[^\w\s,;]/, "The file is an Excel workbook or a ZIP archive: save its sheet as CSV in UTF-8"],
  [
    /^(?:--|\/\*!|create (?:table|database)\b|insert into\b|drop table\b|set \w+ ?=|start transaction\b)/i,
    "The file is an SQL dump: export its table as CSV",
  ],
  [/^<!doctype netscape/i, "The file holds bookmarks as HTML: give its links as CSV"],
  [/^<(?:\?xml|xml|yourls|links?|result|[a-z]+>)/i, "The file is XML: give its links as CSV or JSON"],
  [/^</, "The file is HTML: give its links as CSV or JSON"],
];

/** Refuses a file by its name that is neither CSV nor JSON. Throws UnreadableFile. */
export function refuseOther(bytes: Uint8Array): void {
  const [first, second, third, fourth] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Half of its bytes are null, also without a mark.
  const isWide = (second === 0 && fourth === 0 && first !== 0) || (first === 0 && third === 0 && second !== 0);
  if (hasMark || (bytes.length > 3 && isWide)) throw new UnreadableFile(utf16);
  const head = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  const other = beginnings.find(([pattern]) => pattern.test(head));
  if (other) throw new UnreadableFile(other[1]);
}
