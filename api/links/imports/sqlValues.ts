/** A value, in which each character represents a byte, or null for NULL; and the offset of its end. */
interface Scanned {
  readonly value: string | null;
  readonly end: number;
}

/** The meaning of escaped characters in MySQL; other characters remain unchanged. */
const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["b", "\b"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["Z", "\x1A"],
  // `\%` and `\_` keep their backslash.
  ["%", "\\%"],
  ["_", "\\_"],
]);

/** Returns the offset after the closing quotation mark; -1 if there is none. */
export function endOfQuoted(text: string, at: number, hasEscapes: boolean): number {
  const mark = text.charCodeAt(at);
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c && hasEscapes) i++;
    else if (code === mark) {
      if (text.charCodeAt(i + 1) !== mark) return i + 1;
      i++;
    }
  }
  return -1;
}

/** Removes the quotation marks and escapes of a text. */
export function unquoted(quoted: string, hasEscapes: boolean): string {
  const mark = quoted.slice(0, 1);
  const inner = quoted.slice(1, -1);
  if (!hasEscapes || !inner.includes("\\")) return inner.replaceAll(mark + mark, mark);
  return inner.replaceAll(/\\(.)|''|""/gs, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return escapes.get(escaped) ?? escaped;
    return found[0] === mark ? mark : found;
  });
}

export interface ScanOptions {
  readonly hasEscapes: boolean;
  /** Whether values are needed; otherwise only the end of each value is searched for, and all values are null. */
  readonly isRead: boolean;
}

/** Reads a value of a row, in which each character represents a byte; null if it is incomplete. */
export function scanValue(text: string, at: number, { hasEscapes, isRead }: ScanOptions): Scanned | null {
  introducer.lastIndex = at;
  const before = introducer.exec(text)?.[0] ?? "";
  const start = at + before.length;
  const mark = text.charCodeAt(start);
  if (mark === 0x27 || mark === 0x22) {
    const escaped = hasEscapes || /^e/i.test(before);
    const end = endOfQuoted(text, start, escaped);
    if (end === -1 || end === text.length) return null;
    if (!isRead) return { value: null, end: castEnd(text, end) };
    const value = unquoted(text.slice(start, end), escaped);
    if (/^x/i.test(before)) return { value: Buffer.from(value, "hex").toString("latin1"), end };
    if (/^b/i.test(before)) return { value: String(Number.parseInt(value, 2)), end };
    return { value, end: castEnd(text, end) };
  }
  const end = endOfBare(text, at);
  if (end === -1) return null;
  const bare = text.slice(at, end).trim();
  if (!isRead || /^null$/i.test(bare)) return { value: null, end };
  return { value: /^0x[\da-f]+$/i.test(bare) ? Buffer.from(bare.slice(2), "hex").toString("latin1") : bare, end };
}

/** Prefixes of strings: character sets of MySQL, and markers of other string types. */
const introducer = /(?:_[a-z]\w{0,30}\s*|[exbn])?(?=['"])/iy;
const cast = /::[\w ]{1,40}/y;

/** Returns the offset after a type cast of Postgres. */
function castEnd(text: string, at: number): number {
  cast.lastIndex = at;
  return at + (cast.exec(text)?.[0].length ?? 0);
}

/** Returns the offset after a number, word or function call. */
function endOfBare(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const sign = text[i];
    if (sign === "(") depth++;
    else if (sign === ")" && depth-- === 0) return i;
    else if (sign === "," && depth === 0) return i;
  }
  return -1;
}

const copyEscapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** Returns the values of a line of COPY, in which each character represents a byte. */
export function copiedValues(line: string): (string | null)[] {
  return line.split("\t").map((value) => {
    if (value === "\\N") return null;
    return value.replaceAll(/\\(.)/gs, (_found, sign: string) => copyEscapes.get(sign) ?? sign);
  });
}
