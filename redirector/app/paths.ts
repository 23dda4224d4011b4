import { isReservedCode, reservedCodes } from "@hoplog/schema/codes/reserved.js";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import { ownVisitsPath } from "../ownVisits/ownMark.ts";
import { codePathOf } from "../server/codePath.ts";

/**
 * Returns whether a path belongs to the app on a host that also serves short links: reserved words take precedence over
 * codes.
 */
export function isAppPath(path: string): boolean {
  if (path === ownVisitsPath) return false;
  const { code } = codePathOf(path);
  return !hasCodeForm(code) || isReservedCode(code);
}

const slash = 0x2f;
const isCodeByte = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w-]/.test(String.fromCharCode(byte)) ? 1 : 0));
const letters = 32;
const reservedShapes = shapesOf(reservedCodes);

/**
 * Returns false if the path in these bytes is certainly a code, without creating a string. `start` is after its first
 * slash.
 */
export function mayBeApp(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isCodeByte[bytes[at] ?? 0] === 1) at++;
  const length = at - start;
  if (length < limits.codeMin || length > limits.codeMax || (at < end && bytes[at] !== slash)) return true;
  if (reservedShapes[shapeOf(length, bytes[start] ?? 0)] !== 1) return false;
  return isReservedCode(bytes.toString("latin1", start, at));
}

/** Combines a word's length and first letter, ignoring case. */
function shapeOf(length: number, firstByte: number): number {
  return length * letters + (firstByte % letters);
}

function shapesOf(words: readonly string[]): Uint8Array {
  const shapes = new Uint8Array((limits.codeMax + 1) * letters);
  for (const word of words) shapes[shapeOf(word.length, word.charCodeAt(0))] = 1;
  return shapes;
}
