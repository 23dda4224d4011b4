import { limits } from "../limits.ts";
import { isReservedCode } from "./reserved.ts";

const pattern = /^[A-Za-z0-9_-]+$/;

export const codeHint = `Only letters, numbers, hyphens, and underscores (${limits.codeMin}-${limits.codeMax} characters)`;

/** The message for a code that is kept free for paths of the app or files of the host. */
export const reservedText = "This short URL is reserved";

/** True for every string that can stand behind the short host as a code, reserved or not. */
export function hasCodeForm(code: string): boolean {
  return code.length >= limits.codeMin && code.length <= limits.codeMax && pattern.test(code);
}

/** Segments of what RFC 3986 calls pchar, without percent signs and "+", which asks where a code leads. */
const widePattern = /^[\w.~!$&'()*,;=:@-]+(?:\/[\w.~!$&'()*,;=:@-]+)*$/;
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** What stands for other programs, or for those who run redirectors, on every host. */
const widelyReserved = /^(?:healthz|robots\.txt|favicon\.ico|apple-app-site-association|\.well-known(?:\/.*)?)$/i;

/** Both end a cookie's path or a cookie. Links that were created before this rule may have them. */
const cutsCookies = /[,;]/;

export const wideCodeHint = `Only letters, numbers, and - _ . ~ ! $ & ' ( ) * = : @, in parts between slashes (1-${limits.wideCodeMax} characters)`;

/** True for every string that can stand behind the host of a workspace's own domain as a code, reserved or not. */
export function hasWideCodeForm(code: string): boolean {
  return code.length >= 1 && code.length <= limits.wideCodeMax && widePattern.test(code) && !dotSegment.test(code);
}

/** As {@link codeProblem}, for domains of workspaces. */
export function wideCodeProblem(code: string): string | null {
  if (!hasWideCodeForm(code) || cutsCookies.test(code)) return wideCodeHint;
  return isWidelyReservedCode(code) ? reservedText : null;
}

export function isWidelyReservedCode(code: string): boolean {
  return widelyReserved.test(code);
}

/** The message for a custom code that can't be taken, or null. Codes are case-sensitive; reserved words are not. */
export function codeProblem(code: string): string | null {
  if (!hasCodeForm(code)) return codeHint;
  if (isReservedCode(code)) return reservedText;
  return null;
}
