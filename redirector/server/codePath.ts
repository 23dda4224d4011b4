/** What a path asks for. */
export interface CodePath {
  readonly code: string;
  /** What stands behind the code, with the slash before it, as it was written; empty for nothing. */
  readonly rest: string;
  /** `code+`: where the link leads is to be shown, and not to be gone to. */
  readonly showsDestination: boolean;
}

/** Percent signs in the code are decoded; malformed ones are left: no code has them. */
export function codePathOf(path: string): CodePath {
  const slashAt = path.indexOf("/", 1);
  const rest = slashAt < 0 || slashAt === path.length - 1 ? "" : path.slice(slashAt);
  const code = decoded(path.slice(1, slashAt < 0 ? path.length : slashAt));
  const showsDestination = code.endsWith("+") && rest === "";
  return { code: showsDestination ? code.slice(0, -1) : code, rest, showsDestination };
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
