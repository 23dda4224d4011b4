/**
 * Maximum length of any string in an input, in UTF-16 code units; longer ones are rejected before parsing. Most
 * fields have a lower limit with its own message.
 */
export const textMax = 16_384;

/** Returns whether a parsed JSON value contains a string or a field name longer than {@link textMax}. */
export function hasLongText(json: unknown): boolean {
  // Iterative, because recursion could overflow the stack on deeply nested values.
  const left: unknown[] = [json];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === "string" && value.length > textMax) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name.length > textMax) return true;
      if (inner !== undefined) left.push(inner);
    }
  }
  return false;
}

/** Maximum nesting of lists and objects in any input, far more than any call needs. */
export const depthMax = 32;

/**
 * Returns whether a parsed JSON value is nested deeper than {@link depthMax}, because recursive functions would
 * overflow the stack.
 */
export function isTooDeep(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; depth <= depthMax; depth++) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
