import { hasWideCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import { type CodePath, codeStart, cookiePathOf, decoded, isTail } from "./codePath.ts";

export interface CodeCandidates {
  /**
   * Candidates in order: the whole path; the whole path without one, two and more trailing characters that may have
   * been appended; then its prefixes, longest first, each with the path after it.
   */
  readonly all: readonly CodePath[];
  /**
   * Candidates to look up in Postgres: the whole path, the path without any appended characters, and the shortest
   * prefix.
   */
  readonly elsewhere: readonly CodePath[];
}

/**
 * Returns the codes that a path may request in a workspace's domain, whose codes may contain slashes and punctuation.
 */
export function codeCandidates(path: string, ignoresCase: boolean): CodeCandidates {
  const start = codeStart(path);
  const raw = path.slice(start, path.endsWith("/") ? -1 : undefined);
  const candidate = (text: string, length: number, rest: string): CodePath => {
    const showsDestination = text.endsWith("+");
    const code = showsDestination ? text.slice(0, -1) : text;
    const cookiePath = cookiePathOf(path.slice(1, start + length));
    return { code: ignoresCase ? code.toLowerCase() : code, cookiePath, rest, showsDestination };
  };
  const text = shortDecoded(raw);
  const whole = [text, ...trimmedTexts(text)].map((one) => candidate(one, raw.length, "")).filter(isPossible);
  const beginnings = slashesIn(raw)
    .map((at) => candidate(shortDecoded(raw.slice(0, at)), at, path.slice(start + at)))
    .filter(isPossible)
    .toReversed();
  const all = [...whole, ...beginnings];
  const elsewhere = [all[0], whole.at(-1), beginnings.at(-1)].filter((one) => one !== undefined);
  return { all, elsewhere: [...new Set(elsewhere)] };
}

function isPossible({ code, rest, showsDestination }: CodePath): boolean {
  return (rest === "" || !showsDestination) && hasWideCodeForm(code);
}

/** Maximum raw length: a percent escape takes three characters per character of the code. */
const maxRawLength = limits.wideCodeMax * 3;

/** Decodes percent escapes; returns an empty string if the text is longer than any code. */
function shortDecoded(raw: string): string {
  return raw.length > maxRawLength ? "" : decoded(raw);
}

function slashesIn(raw: string): number[] {
  const found: number[] = [];
  for (let at = raw.indexOf("/"); at >= 0 && at <= maxRawLength; at = raw.indexOf("/", at + 1)) found.push(at);
  return found;
}

/** Returns the text without one, two and more trailing characters that {@link isTail} accepts, longest first. */
function trimmedTexts(text: string): string[] {
  const texts: string[] = [];
  for (let end = text.length - 1; end >= 0 && isTail(text.charAt(end)); end--) {
    texts.push(text.charAt(end - 1) === "/" ? text.slice(0, end - 1) : text.slice(0, end));
  }
  return texts;
}
