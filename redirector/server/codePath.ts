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

/** Percent signs in the code are decoded; malformed ones are left: no code has them. */
export function codePathOf(path: string): CodePath {
  const slashAt = path.indexOf("/", 1);
  const rest = slashAt < 0 || slashAt === path.length - 1 ? "" : path.slice(slashAt);
  const raw = path.slice(1, slashAt < 0 ? path.length : slashAt);
  const code = decoded(raw);
  const showsDestination = code.endsWith("+") && rest === "";
  return { code: showsDestination ? code.slice(0, -1) : code, cookiePath: cookiePathOf(raw), rest, showsDestination };
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
