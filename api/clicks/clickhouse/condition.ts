/** A part of a WHERE clause, with the parameters that it uses. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Joins conditions with AND; `true` if there are none. Conditions given as strings have no parameters. */
export function allOf(...parts: readonly (Condition | string)[]): Condition {
  const sql = parts.map((part) => (typeof part === "string" ? part : part.sql)).filter((text) => text !== "true");
  const params = parts.map((part) => (typeof part === "string" ? {} : part.params));
  return { sql: sql.join(" AND ") || "true", params: Object.assign({}, ...params) };
}
