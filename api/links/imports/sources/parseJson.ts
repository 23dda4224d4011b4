/** Undefined for what is none. What Postgres can't keep of texts is replaced. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value,
    );
  } catch {
    return undefined;
  }
}
