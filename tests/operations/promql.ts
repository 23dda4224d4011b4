const words = new Set([
  "by",
  "without",
  "and",
  "or",
  "unless",
  "on",
  "ignoring",
  "group_left",
  "group_right",
  "bool",
  "offset",
]);

/** Returns the metrics that a PromQL expression reads. */
export function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, " ");
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)].map(([name]) => name).filter((name) => !words.has(name));
}

/** Returns the series in a /metrics response, and the metrics that are only declared there. */
export function metricsIn(text: string): string[] {
  return [...text.matchAll(/^(?:# TYPE )?([a-zA-Z_:][\w:]*)/gm)].map(([, name = ""]) => name);
}
