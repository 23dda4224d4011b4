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
