import { hasWideCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import { type CodePath, cookiePathOf, decoded } from "./codePath.ts";

/**
 * What a path may ask for under the host of a workspace's domain, whose codes may have slashes: all of it, and then its
 * beginnings, the longest first, with what stands behind them.
 */
export function codeCandidates(path: string, ignoresCase: boolean): CodePath[] {
  const raw = path.endsWith("/") ? path.slice(1, -1) : path.slice(1);
  const whole = candidate(raw, "", ignoresCase);
  const beginnings = slashesIn(raw).map((at) => candidate(raw.slice(0, at), path.slice(at + 1), ignoresCase));
  return [whole, ...beginnings.toReversed()].filter(({ code, rest, showsDestination }) =>
    showsDestination && rest !== "" ? false : hasWideCodeForm(code),
  );
}

/** Percent signs take three characters for one. */
const maxRawLength = limits.wideCodeMax * 3;

function slashesIn(raw: string): number[] {
  const found: number[] = [];
  for (let at = raw.indexOf("/"); at >= 0 && at <= maxRawLength; at = raw.indexOf("/", at + 1)) found.push(at);
  return found;
}

function candidate(raw: string, rest: string, ignoresCase: boolean): CodePath {
  const text = raw.length > maxRawLength ? "" : decoded(raw);
  const showsDestination = text.endsWith("+");
  const code = showsDestination ? text.slice(0, -1) : text;
  return { code: ignoresCase ? code.toLowerCase() : code, cookiePath: cookiePathOf(raw), rest, showsDestination };
}
