import { limits } from "../limits.ts";
import { isReservedCode } from "./reserved.ts";

const pattern = /^[A-Za-z0-9_-]+$/;

export const codeHint = `Only letters, numbers, hyphens, and underscores (${limits.codeMin}-${limits.codeMax} characters)`;

/** True for every string that can stand behind the short host as a code, reserved or not. */
export function hasCodeForm(code: string): boolean {
  return code.length >= limits.codeMin && code.length <= limits.codeMax && pattern.test(code);
}

/** The message for a custom code that can't be taken, or null. Codes are case-sensitive; reserved words are not. */
export function codeProblem(code: string): string | null {
  if (!hasCodeForm(code)) return codeHint;
  if (isReservedCode(code)) return "This short URL is reserved";
  return null;
}
