import { etagsIn } from "./ifMatch.ts";
import { createHash } from "node:crypto";
import { PreconditionError, validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import { isGraphqlCall } from "./apiCalls.ts";
import { documentedIn } from "./operation.ts";

// The ETag of what has a stream of events is its version, of anything else a hash of what its editors set. Clicks, and what else
// is counted or noted, don't change it.

/** Of a version of a stream, as the header has it. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Of what has no stream. */
export function etagOfSettings(settings: object): string {
  const hash = createHash("sha256").update(JSON.stringify(settings)).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

/**
 * For an edit of what has no stream, within its transaction and with the row locked. Throws PreconditionError where the caller has
 * seen other settings than these.
 */
export function requireSeen({ expected }: Pick<Actor, "expected">, settings: object): void {
  if (expected && !expected.etags.includes(etagOfSettings(settings))) throw new PreconditionError();
}

/** The same for a caller of GraphQL, who names it beside the id. */
export function expecting(actor: Actor, streamId: string, ifMatch: string | null | undefined): Actor {
  const etags = typeof ifMatch === "string" ? etagsIn(ifMatch) : null;
  return etags ? { ...actor, expected: { streamId: streamId.toLowerCase(), ...etags } } : actor;
}

/** A call that would leave an If-Match aside is refused: its caller relies on it. */
export function refuseUnusedIfMatch(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (request.headers["if-match"] !== undefined && isGraphqlCall(request.url)) {
      const message = "Mutations take the argument ifMatch in place of the header";
      throw validationError([{ field: "If-Match", message }]);
    }
    const operation = documentedIn(request);
    if (request.headers["if-match"] === undefined || !operation || operation.conditional) return;
    if (request.method === "GET" || request.method === "HEAD") return;
    throw validationError([{ field: "If-Match", message: "This call takes no If-Match" }]);
  });
}

const withEtag = z.object({ data: z.object({ etag: z.string() }) });

/** What an answer says of one thing's ETag stands in its header too. */
export function sendEtags(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const answer = documentedIn(request) ? withEtag.safeParse(payload).data : undefined;
    if (answer) reply.header("etag", answer.data.etag);
    return payload;
  });
}
