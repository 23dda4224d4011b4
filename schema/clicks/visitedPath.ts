/**
 * Separates the query from the path in a recorded click. A request's query can't contain a space, so no visitor can
 * send one.
 */
const sign = " ";

/**
 * Returns the recorded form of a click's query, followed by the visited path; `path` is empty if it was only the code.
 */
export function withVisitedPath(query: string, path: string): string {
  return path === "" ? query : query + sign + path;
}

/** Returns the query from a value that {@link withVisitedPath} returned. */
export function queryIn(recorded: string): string {
  const at = recorded.indexOf(sign);
  return at < 0 ? recorded : recorded.slice(0, at);
}

/** Returns the path from a value that {@link withVisitedPath} returned. */
export function visitedPathIn(recorded: string): string {
  const at = recorded.indexOf(sign);
  return at < 0 ? "" : recorded.slice(at + sign.length);
}
