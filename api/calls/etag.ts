import { validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import type { ExpectedVersions } from "../eventstore/audit.ts";
import { documentedIn } from "./operation.ts";

// The ETag of what has a stream of events is its version. Clicks, and what else is counted, don't change it.

/** Of a version of a stream, as the header has it. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Versions that a header names, or a caller of GraphQL. Null for `*`. Throws VALIDATION_ERROR. */
export function versionsIn(text: string): readonly number[] | null {
  if (text.trim() === "*") return null;
  const tags = text.length > 1000 ? [] : text.split(",").map((tag) => /^"(\d{1,9})"$/.exec(tag.trim())?.[1]);
  const versions = tags.flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
  // An ETag that we never gave is one that nothing has.
  if (versions.length > 0 || tags.length > 0) return versions;
  throw validationError([{ field: "If-Match", message: 'Must be ETags such as "3"' }]);
}

const withId = z.object({ id: z.string() });

/** What the If-Match of a call asks for; undefined without one. */
export function expectedBy(request: FastifyRequest): ExpectedVersions | undefined {
  const header = request.headers["if-match"];
  const params = withId.safeParse(request.params);
  if (header === undefined || !params.success) return undefined;
  const versions = versionsIn(header);
  return versions ? { streamId: params.data.id.toLowerCase(), versions } : undefined;
}

/** The same for a caller of GraphQL, who names it beside the id. */
export function expecting(actor: Actor, streamId: string, ifMatch: string | null | undefined): Actor {
  const versions = typeof ifMatch === "string" ? versionsIn(ifMatch) : null;
  return versions ? { ...actor, expected: { streamId: streamId.toLowerCase(), versions } } : actor;
}

/** A call that would leave an If-Match aside is refused: its caller relies on it. */
export function refuseUnusedIfMatch(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const operation = documentedIn(request);
    if (request.headers["if-match"] === undefined || !operation || operation.conditional) return;
    if (request.method === "GET" || request.method === "HEAD") return;
    throw validationError([{ field: "If-Match", message: "This call takes no If-Match" }]);
  });
}
