import { parametersOf } from "./query.ts";

export interface Forwarded {
  /** What stood behind the code, with the slash before it; empty for nothing. */
  readonly rest: string;
  /** The visitor's query, without the question mark. */
  readonly query: string;
}

/**
 * A destination with the path and the query that a visitor brought: the path behind the destination's own, the query
 * beside it, where a parameter of the visitor's replaces those of its name. Both stay as they were written.
 */
export function destinationOf(url: string, { rest, query }: Forwarded): string {
  if (rest === "" && query === "") return url;
  const hashAt = url.indexOf("#");
  const whole = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? "" : url.slice(hashAt);
  const queryAt = whole.indexOf("?");
  const path = queryAt < 0 ? whole : whole.slice(0, queryAt);
  const own = queryAt < 0 ? "" : whole.slice(queryAt + 1);
  const merged = mergedQuery(own, query);
  return `${rest === "" ? path : path.replace(/\/$/, "") + rest}${merged === "" ? "" : `?${merged}`}${hash}`;
}

/** A destination whose query ends with the parameter, alone of its name; all else stays byte for byte as it was. */
export function withParameter(url: string, name: string, value: string): string {
  const hashAt = url.indexOf("#");
  const whole = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? "" : url.slice(hashAt);
  const queryAt = whole.indexOf("?");
  const path = queryAt < 0 ? whole : whole.slice(0, queryAt);
  const own = queryAt < 0 || queryAt === whole.length - 1 ? [] : whole.slice(queryAt + 1).split("&");
  const kept = own.filter((raw) => !parametersOf(raw).some((parameter) => parameter.name === name));
  return `${path}?${[...kept, `${name}=${value}`].join("&")}${hash}`;
}

function mergedQuery(own: string, theirs: string): string {
  if (theirs === "") return own;
  const replaced = new Set(parametersOf(theirs).map(({ name }) => name));
  const kept = parametersOf(own).filter(({ name }) => !replaced.has(name));
  return [...kept.map(({ raw }) => raw), theirs].join("&");
}
