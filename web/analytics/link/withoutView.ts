import { filterNames } from "@hoplog/schema/clicks/dimensions.js";

/** An address without the view of a chart. Its own file: the frame of every page needs it. */
export function withoutView(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["range", "from", "to", "bots", "compare", ...filterNames]) next.delete(name);
  return next;
}
