/**
 * The longest text that any input may hold, in UTF-16 code units; what is longer is refused before anything looks at
 * it. Each field has a closer bound of its own, with a message of its own, and is far below this one.
 */
export const textMax = 16_384;

/** Whether a value made from JSON holds a text, or a name of a field, that is longer than {@link textMax}. */
export function hasLongText(json: unknown): boolean {
  // Not by recursion: the value may be nested deeper than the stack.
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

/** Lists and objects within each other, in anything that is sent: far above what any call takes. */
export const depthMax = 32;

/** Whether a value made from JSON is nested deeper than {@link depthMax}: what reads it by recursion would use up the stack. */
export function isTooDeep(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; depth <= depthMax; depth++) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
