/** Stands before the path in what is recorded of a query. A request's query can't hold a blank, so no visitor can send one. */
const sign = " ";

/** Returns what is recorded of a click's query, with the visited path behind it; `path` is empty if it was the code alone. */
export function withVisitedPath(query: string, path: string): string {
  return path === "" ? query : query + sign + path;
}

/** Returns the query that {@link withVisitedPath} was given. */
export function queryIn(recorded: string): string {
  const at = recorded.indexOf(sign);
  return at < 0 ? recorded : recorded.slice(0, at);
}

/** Returns the path that {@link withVisitedPath} was given. */
export function visitedPathIn(recorded: string): string {
  const at = recorded.indexOf(sign);
  return at < 0 ? "" : recorded.slice(at + sign.length);
}
