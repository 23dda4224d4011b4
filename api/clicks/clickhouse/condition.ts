/** A part of a WHERE, with the parameters that it names. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** All of these together, `true` if there are none. Texts have no parameters of their own. */
export function allOf(...parts: readonly (Condition | string)[]): Condition {
  const sql = parts.map((part) => (typeof part === "string" ? part : part.sql)).filter((text) => text !== "true");
  const params = parts.map((part) => (typeof part === "string" ? {} : part.params));
  return { sql: sql.join(" AND ") || "true", params: Object.assign({}, ...params) };
}
