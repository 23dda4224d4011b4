import { z } from "zod";
import { isFields, valueAt } from "./compare.ts";
import type { Answered } from "./walk.ts";

const restBody = z.looseObject({ success: z.literal(true), data: z.unknown().optional() });
const restFailure = z.object({ error: z.object({ message: z.string(), details: z.unknown() }) });
const graphqlBody = z.object({ data: z.record(z.string(), z.unknown()) });
const graphqlFailure = z.object({
  errors: z.tuple([z.object({ message: z.string(), extensions: z.object({ details: z.unknown() }) })]),
});

/** Fields of REST responses that describe the response; GraphQL uses cursors for pages. */
const about = new Set(["success", "message", "pagination", "next"]);

/** Returns REST's `data`, or an object of it, with the other fields of the response and the ETag. */
export function shownByRest({ body, etag }: Answered): unknown {
  const { data, ...others } = restBody.parse(body);
  if (data !== undefined && !isFields(data)) return data;
  // Some responses contain their data a second time under another name.
  const isBeside = ([name, value]: [string, unknown]) => !about.has(name) && !isSame(value, data);
  const beside = Object.fromEntries(Object.entries(others).filter(isBeside));
  return { ...(etag !== undefined && data !== undefined && { etag }), ...beside, ...data };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the value at a path such as `edges.node` of a field. An object also gets the fields of the root, and all of
 * them as `above`.
 */
export function shownByGraphql({ body }: Answered, call: string, at: string): unknown {
  const answer = graphqlBody.parse(body).data[call.replace(/^\w+\./, "")];
  const shown = valueAt(answer, at);
  return isFields(answer) && isFields(shown) ? { ...answer, ...shown, above: answer } : shown;
}

/** Returns the error's message and details; undefined if there is none. */
export function problemOf({ body }: Answered): unknown {
  const rest = restFailure.safeParse(body).data?.error;
  const graphql = graphqlFailure.safeParse(body).data?.errors[0];
  return rest ?? (graphql && { message: graphql.message, details: graphql.extensions.details });
}
