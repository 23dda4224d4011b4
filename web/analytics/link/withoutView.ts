import { filterNames } from "@hoplog/schema/clicks/dimensions.js";

/** Removes a chart's view from a URL. In a separate file, because the layout of every page needs it. */
export function withoutView(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["range", "from", "to", "bots", "compare", ...filterNames]) next.delete(name);
  return next;
}
