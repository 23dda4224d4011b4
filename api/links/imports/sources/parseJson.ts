/** Parses JSON; undefined if invalid. Replaces characters that Postgres can't store. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value,
    );
  } catch {
    return undefined;
  }
}
