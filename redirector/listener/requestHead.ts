import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { brandFlags, hintHeaders, platformVersionFlags } from "@hoplog/platform/visitor/clientHints.js";

/** Results of {@link readHead} if it did not find the end of a head. */
export const incomplete = 0;
export const needsFullParser = -1;

/** Offsets of the parts of one request in its bytes; start and end are both 0 for a header that was not sent. */
export interface RequestHead {
  isHead: boolean;
  /** Whether the client asks to close the connection after the response. */
  closes: boolean;
  pathStart: number;
  pathEnd: number;
  /** Offset after the question mark; equal to the end if there is no query. */
  queryStart: number;
  queryEnd: number;
  hostStart: number;
  hostEnd: number;
  userAgentStart: number;
  userAgentEnd: number;
  refererStart: number;
  refererEnd: number;
  forwardedStart: number;
  forwardedEnd: number;
  /** Accept-Language; the first one if it was sent more than once. */
  languagesStart: number;
  languagesEnd: number;
  cookieStart: number;
  cookieEnd: number;
  requestIdStart: number;
  requestIdEnd: number;
  /** Values of the headers by which a browser marks a prefetch, joined by blanks. */
  purpose: string;
  /** Client hints, as a sum of `hintFlags`. */
  hints: number;
}

export function emptyHead(): RequestHead {
  return {
    isHead: false,
    closes: false,
    pathStart: 0,
    pathEnd: 0,
    queryStart: 0,
    queryEnd: 0,
    hostStart: 0,
    hostEnd: 0,
    userAgentStart: 0,
    userAgentEnd: 0,
    refererStart: 0,
    refererEnd: 0,
    forwardedStart: 0,
    forwardedEnd: 0,
    languagesStart: 0,
    languagesEnd: 0,
    cookieStart: 0,
    cookieEnd: 0,
    requestIdStart: 0,
    requestIdEnd: 0,
    purpose: "",
    hints: 0,
  };
}

/** Maximum bytes of a head; longer ones are left to the HTTP server, which has its own limits. */
export const maxHeadBytes = 8 * 1024;

const nameByte = 1;
const valueByte = 2;
const pathByte = 4;
const queryByte = 8;

/** Bit set of the parts that may contain each byte. Bytes above 0x7e always need the full parser. */
const classes = classesOfBytes();

const slash = 0x2f;
const question = 0x3f;
const blank = 0x20;
const tab = 0x09;
const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;

const version = [..." HTTP/1.1\r\n"].map((c) => c.charCodeAt(0));

/**
 * Parses the request head at `start` if it is plain: GET or HEAD of a path of letters, digits and `-._~/`, HTTP/1.1,
 * one Host, each header on one line, and no header for a body or another protocol. Returns the offset after the head;
 * {@link incomplete} if its end is missing; {@link needsFullParser} at the first byte that needs a real HTTP parser.
 */
export function readHead(bytes: Uint8Array, start: number, end: number, head: RequestHead): number {
  let at = start;
  const first = bytes[at];
  if (first === 0x47) {
    if (end - at < 5) return startsLike(bytes, at, end, getWord);
    if (bytes[at + 1] !== 0x45 || bytes[at + 2] !== 0x54 || bytes[at + 3] !== blank) return needsFullParser;
    head.isHead = false;
    at += 4;
  } else if (first === 0x48) {
    if (end - at < 6) return startsLike(bytes, at, end, headWord);
    if (bytes[at + 1] !== 0x45 || bytes[at + 2] !== 0x41 || bytes[at + 3] !== 0x44 || bytes[at + 4] !== blank)
      return needsFullParser;
    head.isHead = true;
    at += 5;
  } else {
    return needsFullParser;
  }
  if (bytes[at] !== slash) return needsFullParser;
  head.pathStart = at++;
  let byte = 0;
  while (at < end && ((classes[(byte = bytes[at] ?? 0)] ?? 0) & pathByte) !== 0) at++;
  if (at === end) return tooLongOrIncomplete(start, end);
  head.pathEnd = at;
  head.queryStart = at;
  if (byte === question) {
    head.queryStart = ++at;
    while (at < end && ((classes[bytes[at] ?? 0] ?? 0) & queryByte) !== 0) at++;
    if (at === end) return tooLongOrIncomplete(start, end);
  }
  head.queryEnd = at;
  for (const expected of version) {
    if (at === end) return tooLongOrIncomplete(start, end);
    if (bytes[at++] !== expected) return needsFullParser;
  }
  return readHeaders(bytes, start, at, end, head);
}

function readHeaders(bytes: Uint8Array, start: number, from: number, end: number, head: RequestHead): number {
  let at = from;
  let hosts = 0;
  let connections = 0;
  let versions = 0;
  head.userAgentStart = head.userAgentEnd = 0;
  head.refererStart = head.refererEnd = 0;
  head.forwardedStart = head.forwardedEnd = 0;
  head.languagesStart = head.languagesEnd = 0;
  head.cookieStart = head.cookieEnd = 0;
  head.requestIdStart = head.requestIdEnd = 0;
  head.purpose = "";
  head.hints = 0;
  head.closes = false;
  for (;;) {
    if (at === end) return tooLongOrIncomplete(start, end);
    const nameStart = at;
    while (at < end && ((classes[bytes[at] ?? 0] ?? 0) & nameByte) !== 0) at++;
    if (at === end) return tooLongOrIncomplete(start, end);
    if (at === nameStart) {
      // The head ends with an empty line.
      if (bytes[at] !== cr) return needsFullParser;
      if (at + 1 === end) return tooLongOrIncomplete(start, end);
      if (bytes[at + 1] !== lf || hosts !== 1) return needsFullParser;
      return at + 2 - start > maxHeadBytes ? needsFullParser : at + 2;
    }
    if (bytes[at] !== colon) return needsFullParser;
    const nameEnd = at++;
    while (at < end && (bytes[at] === blank || bytes[at] === tab)) at++;
    const valueStart = at;
    while (at < end && ((classes[bytes[at] ?? 0] ?? 0) & valueByte) !== 0) at++;
    if (at + 1 >= end) return at === end || bytes[at] === cr ? tooLongOrIncomplete(start, end) : needsFullParser;
    if (bytes[at] !== cr || bytes[at + 1] !== lf) return needsFullParser;
    let valueEnd = at;
    while (valueEnd > valueStart && (bytes[valueEnd - 1] === blank || bytes[valueEnd - 1] === tab)) valueEnd--;
    at += 2;

    switch (nameEnd - nameStart) {
      case 4:
        if (isName(bytes, nameStart, names.host)) {
          hosts++;
          head.hostStart = valueStart;
          head.hostEnd = valueEnd;
        }
        break;
      case 5:
        if (isName(bytes, nameStart, names.xMoz)) addPurpose(bytes, valueStart, valueEnd, head);
        break;
      case 6:
        if (isName(bytes, nameStart, names.cookie)) {
          if (head.cookieStart !== 0) return needsFullParser;
          head.cookieStart = valueStart;
          head.cookieEnd = valueEnd;
        } else if (isName(bytes, nameStart, names.expect)) return needsFullParser;
        break;
      case 7:
        if (isName(bytes, nameStart, names.referer)) {
          if (head.refererStart !== 0) return needsFullParser;
          head.refererStart = valueStart;
          head.refererEnd = valueEnd;
        } else if (isName(bytes, nameStart, names.purpose)) addPurpose(bytes, valueStart, valueEnd, head);
        else if (isName(bytes, nameStart, names.upgrade) || isName(bytes, nameStart, names.trailer))
          return needsFullParser;
        break;
      case 9:
        if (isName(bytes, nameStart, names.brands)) head.hints |= brandFlags(bytes, valueStart, valueEnd);
        else if (isName(bytes, nameStart, names.xPurpose)) addPurpose(bytes, valueStart, valueEnd, head);
        break;
      case 10:
        if (isName(bytes, nameStart, names.userAgent)) {
          if (head.userAgentStart !== 0) return needsFullParser;
          head.userAgentStart = valueStart;
          head.userAgentEnd = valueEnd;
        } else if (isName(bytes, nameStart, names.connection)) {
          if (++connections > 1) return needsFullParser;
          head.closes = isValue(bytes, valueStart, valueEnd, close);
          if (!head.closes && !isValue(bytes, valueStart, valueEnd, keepAlive)) return needsFullParser;
        }
        break;
      case 11:
        if (isName(bytes, nameStart, names.secPurpose)) addPurpose(bytes, valueStart, valueEnd, head);
        break;
      case 12:
        if (isName(bytes, nameStart, names.requestId)) {
          if (head.requestIdStart !== 0) return needsFullParser;
          head.requestIdStart = valueStart;
          head.requestIdEnd = valueEnd;
        }
        break;
      case 14:
        if (isName(bytes, nameStart, names.contentLength)) return needsFullParser;
        break;
      case 15:
        if (isName(bytes, nameStart, names.forwardedFor)) {
          if (head.forwardedStart !== 0) return needsFullParser;
          head.forwardedStart = valueStart;
          head.forwardedEnd = valueEnd;
        } else if (head.languagesStart === 0 && isName(bytes, nameStart, names.acceptLanguage)) {
          head.languagesStart = valueStart;
          head.languagesEnd = valueEnd;
        }
        break;
      case 16:
        if (isName(bytes, nameStart, names.proxyConnection)) return needsFullParser;
        break;
      case 17:
        if (isName(bytes, nameStart, names.transferEncoding)) return needsFullParser;
        break;
      case 26:
        // HTTP servers join repeated headers, of which only the first value is used.
        if (isName(bytes, nameStart, names.platformVersion) && versions++ === 0)
          head.hints |= platformVersionFlags(bytes, valueStart, valueEnd);
        break;
      default:
    }
  }
}

const getWord = codesOf("GET /");
const headWord = codesOf("HEAD /");
const keepAlive = codesOf("keep-alive");
const close = codesOf("close");

/** Header names in lower case; compared case-insensitively. */
const names = {
  host: codesOf("host"),
  xMoz: codesOf("x-moz"),
  expect: codesOf("expect"),
  cookie: codesOf("cookie"),
  referer: codesOf("referer"),
  purpose: codesOf("purpose"),
  upgrade: codesOf("upgrade"),
  trailer: codesOf("trailer"),
  xPurpose: codesOf("x-purpose"),
  userAgent: codesOf("user-agent"),
  connection: codesOf("connection"),
  secPurpose: codesOf("sec-purpose"),
  requestId: codesOf(requestIdHeader),
  contentLength: codesOf("content-length"),
  forwardedFor: codesOf("x-forwarded-for"),
  acceptLanguage: codesOf("accept-language"),
  proxyConnection: codesOf("proxy-connection"),
  transferEncoding: codesOf("transfer-encoding"),
  brands: codesOf(hintHeaders.brands),
  platformVersion: codesOf(hintHeaders.platformVersion),
};

/** Compares a header name case-insensitively with `name`, which must have the same length. */
function isName(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) {
    const byte = bytes[at + i] ?? 0;
    if ((byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) !== name[i]) return false;
  }
  return true;
}

function isValue(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  return end - start === word.length && isName(bytes, start, word);
}

function addPurpose(bytes: Uint8Array, start: number, end: number, head: RequestHead): void {
  for (let at = start; at < end; at++) head.purpose += String.fromCharCode(bytes[at] ?? 0);
  head.purpose += " ";
}

function startsLike(bytes: Uint8Array, start: number, end: number, word: Uint8Array): number {
  for (let at = start; at < end; at++) if (bytes[at] !== word[at - start]) return needsFullParser;
  return incomplete;
}

function tooLongOrIncomplete(start: number, end: number): number {
  return end - start > maxHeadBytes ? needsFullParser : incomplete;
}

function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function classesOfBytes(): Uint8Array {
  const table = new Uint8Array(256);
  const allow = (characters: Iterable<string>, kind: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      table[code] = (table[code] ?? 0) | kind;
    }
  };
  const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const visible = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i));
  allow(`${alphanumeric}!#$%&'*+-.^_\`|~`, nameByte);
  allow([...visible, " ", "\t"], valueByte);
  allow(`${alphanumeric}-._~/`, pathByte);
  allow(
    visible.filter((character) => character !== "#"),
    queryByte,
  );
  return table;
}
