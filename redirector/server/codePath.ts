import { limits } from "@hoplog/schema/limits.js";

/** A link code and options parsed from a request path. */
export interface CodePath {
  readonly code: string;
  /**
   * Path attribute of the link's cookies, not decoded, because browsers compare it with the path as written, including
   * percent signs and case.
   */
  readonly cookiePath: string;
  /** The path after the code, including its leading slash, not decoded; empty if there is none. */
  readonly rest: string;
  /** True for `code+`: show the destination instead of redirecting to it. */
  readonly showsDestination: boolean;
}

/**
 * Parses a path of the default domain. Decodes percent signs once and ignores leading slashes and the characters that
 * {@link withoutTail} removes. Malformed escapes are not decoded: no code contains any.
 */
export function codePathOf(path: string): CodePath {
  const start = codeStart(path);
  const slashAt = path.indexOf("/", start);
  const end = slashAt < 0 ? path.length : slashAt;
  const behind = path.slice(end);
  const rest = withoutTail(decoded(behind)).length <= 1 ? "" : behind;
  const text = decoded(path.slice(start, end));
  const code = rest === "" ? withoutTail(text) : text;
  const showsDestination = code.endsWith("+") && rest === "";
  return {
    code: showsDestination ? code.slice(0, -1) : code,
    cookiePath: cookiePathOf(path.slice(1, end)),
    rest,
    showsDestination,
  };
}

/**
 * Returns the visited path up to the end of the code, truncated to `visitedPathMax`; empty if it equals the code, with
 * or without a trailing slash.
 */
export function visitedPath(path: string, { code, rest }: Pick<CodePath, "code" | "rest">): string {
  const visited = rest === "" ? path : path.slice(0, -rest.length);
  if (visited === `/${code}` || visited === `/${code}/`) return "";
  // The path is not truncated within a percent escape.
  return visited.length > limits.visitedPathMax
    ? visited.slice(0, limits.visitedPathMax).replace(/%[\dA-Fa-f]?$/, "")
    : visited;
}

/** Returns the index of the code, after all leading slashes. */
export function codeStart(path: string): number {
  let start = 0;
  while (path[start] === "/") start++;
  return start;
}

/**
 * Builds the cookie path of a code as written. Escapes semicolons, which some older codes have and which would end the
 * path.
 */
export function cookiePathOf(raw: string): string {
  return `/${raw.replaceAll(";", "%3B")}`;
}

/** Decodes percent escapes; returns malformed text unchanged, because no code contains percent signs. */
export function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const codeOrSign = /[\w+/-]/;

/**
 * Returns whether mail clients and chats may have appended this character to a URL: no code of the default domain
 * contains the character, and it has no other meaning.
 */
export function isTail(character: string): boolean {
  return !codeOrSign.test(character);
}

/** Removes trailing characters that {@link isTail} accepts, such as the full stop of a sentence. */
export function withoutTail(text: string): string {
  let end = text.length;
  // A loop instead of a regular expression, which would rescan each run of such characters.
  while (end > 0 && isTail(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
