import { hasWideCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import { type CodePath, codeStart, cookiePathOf, decoded, isTail } from "./codePath.ts";

export interface CodeCandidates {
  /**
   * All of the path, the same without one, two and more characters that may have been added to its end, and then its
   * beginnings, the longest first, with what stands behind them.
   */
  readonly all: readonly CodePath[];
  /** Those that Postgres is asked for: all of the path, the same without any addition, and the first beginning. */
  readonly elsewhere: readonly CodePath[];
}

/** What a path may ask for under the host of a workspace's domain, whose codes may have slashes and punctuation. */
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

/** Percent signs take three characters for one. */
const maxRawLength = limits.wideCodeMax * 3;

/** Empty for what is longer than any code. */
function shortDecoded(raw: string): string {
  return raw.length > maxRawLength ? "" : decoded(raw);
}

function slashesIn(raw: string): number[] {
  const found: number[] = [];
  for (let at = raw.indexOf("/"); at >= 0 && at <= maxRawLength; at = raw.indexOf("/", at + 1)) found.push(at);
  return found;
}

/** The longest first. */
function trimmedTexts(text: string): string[] {
  const texts: string[] = [];
  for (let end = text.length - 1; end >= 0 && isTail(text.charAt(end)); end--) {
    texts.push(text.charAt(end - 1) === "/" ? text.slice(0, end - 1) : text.slice(0, end));
  }
  return texts;
}
