import { printedScanParameter, scanParameter } from "@hoplog/schema/clicks/trigger.js";
import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";
import { parametersOf } from "./query.ts";

export interface Forwarded {
  /** The path after the code, beginning with a slash; may be empty. */
  readonly rest: string;
  /** The visitor's query, without the question mark. */
  readonly query: string;
}

type Forwarding = Pick<LinkPlan, "forwardQuery" | "forwardQueryMode">;

/**
 * Returns a destination with the visitor's path appended to its own, and with the visitor's query merged into its own
 * if the link forwards queries. Both parts remain unchanged byte for byte. If a parameter name occurs in both, the
 * visitor's replaces the destination's, or vice versa in the mode `keepMine`. Scan parameters of QR codes never replace
 * the destination's, and `scanParameter` is not forwarded at all.
 */
export function destinationOf(url: string, forwarding: Forwarding, { rest, query }: Forwarded): string {
  const theirs = forwarding.forwardQuery === true ? query : "";
  if (rest === "" && theirs === "") return url;
  const hashAt = url.indexOf("#");
  const whole = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? "" : url.slice(hashAt);
  const queryAt = whole.indexOf("?");
  const path = queryAt < 0 ? whole : whole.slice(0, queryAt);
  const own = queryAt < 0 ? "" : whole.slice(queryAt + 1);
  const merged = mergedQuery(own, theirs, forwarding.forwardQueryMode === "keepMine");
  return `${rest === "" ? path : path.replace(/\/$/, "") + rest}${merged === "" ? "" : `?${merged}`}${hash}`;
}

/**
 * Returns a destination with the parameter at the end of its query, replacing others of that name; the rest is
 * unchanged byte for byte.
 */
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

function mergedQuery(own: string, theirs: string, keepsOwn: boolean): string {
  if (theirs === "") return own;
  const ownNames = new Set(parametersOf(own).map(({ name }) => name));
  const isLeftOut = (name: string): boolean =>
    name === scanParameter || (ownNames.has(name) && (keepsOwn || name === printedScanParameter));
  const given = parametersOf(theirs);
  const forwarded = given.filter(({ name }) => !isLeftOut(name));
  if (forwarded.length === 0) return own;
  const replaced = new Set(forwarded.map(({ name }) => name));
  const kept = parametersOf(own).filter(({ name }) => !replaced.has(name));
  const added = forwarded.length === given.length ? [theirs] : forwarded.map(({ raw }) => raw);
  return [...kept.map(({ raw }) => raw), ...added].join("&");
}
