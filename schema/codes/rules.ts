import { limits } from "../limits.ts";
import { isReservedCode } from "./reserved.ts";

const pattern = /^[A-Za-z0-9_-]+$/;

export const codeHint = `Only letters, numbers, hyphens, and underscores (${limits.codeMin}-${limits.codeMax} characters)`;

/** The message for a code that is reserved for paths of the app or files of the host. */
export const reservedText = "This short URL is reserved";

/** Returns whether a string has the form of a code on the short host, reserved or not. */
export function hasCodeForm(code: string): boolean {
  return code.length >= limits.codeMin && code.length <= limits.codeMax && pattern.test(code);
}

/**
 * Segments of pchar (RFC 3986) without percent signs, and without "+", whose appended form shows a link's destination.
 */
const widePattern = /^[\w.~!$&'()*,;=:@-]+(?:\/[\w.~!$&'()*,;=:@-]+)*$/;
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Codes reserved on every host, for other programs or for operators of redirectors. */
const widelyReserved = /^(?:healthz|robots\.txt|favicon\.ico|apple-app-site-association|\.well-known(?:\/.*)?)$/i;

/** Characters that end a cookie or its path. Links created before this rule may contain them. */
const cutsCookies = /[,;]/;

export const wideCodeHint = `Only letters, numbers, and - _ . ~ ! $ & ' ( ) * = : @, in parts between slashes (1-${limits.wideCodeMax} characters)`;

/** Returns whether a string has the form of a code on a workspace's own domain, reserved or not. */
export function hasWideCodeForm(code: string): boolean {
  return code.length >= 1 && code.length <= limits.wideCodeMax && widePattern.test(code) && !dotSegment.test(code);
}

/** Returns the message for a code that is not allowed on domains of workspaces; null for an allowed one. */
export function wideCodeProblem(code: string): string | null {
  if (!hasWideCodeForm(code) || cutsCookies.test(code)) return wideCodeHint;
  return isWidelyReservedCode(code) ? reservedText : null;
}

export function isWidelyReservedCode(code: string): boolean {
  return widelyReserved.test(code);
}

/**
 * Returns the message for a custom code that is not allowed; null for an allowed one. Codes are case-sensitive;
 * reserved words are not.
 */
export function codeProblem(code: string): string | null {
  if (!hasCodeForm(code)) return codeHint;
  if (isReservedCode(code)) return reservedText;
  return null;
}
