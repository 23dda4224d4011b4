import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Deprecation, Operation } from "../../kernel/calls/operation.ts";
import { deprecationsIn } from "../../kernel/contract/deprecation.ts";

/** Deprecations of a call. */
interface Deprecations {
  /** Deprecations of the whole call, or of fields that each successful response contains. */
  readonly answered: readonly Deprecation[];
  /** Deprecations by name of parameter or body field. */
  readonly taken: ReadonlyMap<string, readonly Deprecation[]>;
}

export function deprecationsOf({ deprecated, answer, query, body }: Operation): Deprecations {
  const answers = typeof answer === "object" && "is" in answer ? deprecationsIn(answer.is) : [];
  const fields: [string, z.core.$ZodType][] = Object.entries({ ...query?.shape, ...body?.shape });
  return {
    answered: [...(deprecated ? [deprecated] : []), ...answers],
    taken: new Map(
      fields.flatMap(([name, schema]) => {
        const found = deprecationsIn(schema);
        return found.length > 0 ? [[name, found]] : [];
      }),
    ),
  };
}

/** Returns the names of the headers that announce deprecations in each successful response of a call. */
export function deprecationHeadersOf(operation: Operation): readonly string[] {
  return Object.keys(headersFor(operation, deprecationsOf(operation).answered));
}

/** Returns a hook that adds deprecation headers; null if neither the call nor its responses or input are deprecated. */
export function announceDeprecations(operation: Operation) {
  const { answered, taken } = deprecationsOf(operation);
  if (answered.length === 0 && taken.size === 0) return null;
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const given = Object.keys({ ...entriesOf(request.query), ...entriesOf(request.body) });
    const shown = operation.deprecated || reply.statusCode < 400 ? answered : [];
    reply.headers(headersFor(operation, [...shown, ...given.flatMap((name) => taken.get(name) ?? [])]));
    return payload;
  };
}

function entriesOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/**
 * Returns the headers: `Deprecation` (RFC 9745) is the earliest start, `Sunset` (RFC 8594) the earliest end, and `Link`
 * points to the reference.
 */
function headersFor({ id, tag }: Operation, found: readonly Deprecation[]): Record<string, string> {
  const [since] = found.map((one) => Date.parse(one.since)).toSorted((a, b) => a - b);
  if (since === undefined) return {};
  const [ends] = found
    .flatMap((one) => (one.ends === undefined ? [] : [Date.parse(one.ends)]))
    .toSorted((a, b) => a - b);
  return {
    deprecation: `@${since / 1000}`,
    ...(ends !== undefined && { sunset: new Date(ends).toUTCString() }),
    link: `</api/docs#/${encodeURIComponent(tag.name)}/${id}>; rel="deprecation"; type="text/html"`,
  };
}
