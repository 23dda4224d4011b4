import { limits } from "@hoplog/schema/limits.js";

/** What a path asks for. */
export interface CodePath {
  readonly code: string;
  /** The path of the link's cookies. Browsers compare it with paths as they are written, percent signs and case too. */
  readonly cookiePath: string;
  /** What stands behind the code, with the slash before it, as it was written; empty for nothing. */
  readonly rest: string;
  /** `code+`: where the link leads is to be shown, and not to be gone to. */
  readonly showsDestination: boolean;
}

/**
 * The code of the default domain that a path asks for. Percent signs are decoded once, slashes in front are ignored, and so
 * is what {@link withoutTail} cuts off. Malformed escapes stay: no code has them.
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
 * Returns the path as it was visited up to the end of the code, cut; empty where it is the code itself, with or without a
 * slash behind it.
 */
export function visitedPath(path: string, { code, rest }: Pick<CodePath, "code" | "rest">): string {
  const visited = rest === "" ? path : path.slice(0, -rest.length);
  if (visited === `/${code}` || visited === `/${code}/`) return "";
  // Not within an escape.
  return visited.length > limits.visitedPathMax
    ? visited.slice(0, limits.visitedPathMax).replace(/%[\dA-Fa-f]?$/, "")
    : visited;
}

/** Where the code begins: behind all slashes in front of it. */
export function codeStart(path: string): number {
  let start = 0;
  while (path[start] === "/") start++;
  return start;
}

/** For a code as it was written. A semicolon would end the path: some older codes have one. */
export function cookiePathOf(raw: string): string {
  return `/${raw.replaceAll(";", "%3B")}`;
}

/** Without its percent signs; a malformed text as it is: no code has any. */
export function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const codeOrSign = /[\w+/-]/;

/** Whether mail clients and chats may have added the character: no code of the default domain has it, and it asks for nothing. */
export function isTail(character: string): boolean {
  return !codeOrSign.test(character);
}

/** A text without the characters at its end that {@link isTail} finds, such as the full stop of a sentence. */
export function withoutTail(text: string): string {
  let end = text.length;
  // Not by an expression, which would look at each run of them again and again.
  while (end > 0 && isTail(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
