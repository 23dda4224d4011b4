import { createHash } from "node:crypto";
import { PreconditionError, validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { CommandOrigin, Expected } from "../eventstore/audit.ts";
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
export function requireSeen({ expected }: Pick<CommandOrigin, "expected">, settings: object): void {
  if (expected && !expected.etags.includes(etagOfSettings(settings))) throw new PreconditionError();
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

/** What a header names, or a caller of GraphQL. Null for `*`. Throws VALIDATION_ERROR. */
export function etagsIn(text: string): Omit<Expected, "streamId"> | null {
  if (text.trim() === "*") return null;
  const etags = text.length > 1000 ? [] : text.split(",").map((tag) => tag.trim());
  if (etags.length === 0) throw validationError([{ field: "If-Match", message: 'Must be ETags such as "3"' }]);
  // An ETag that we never gave is one that nothing has.
  const versions = etags.flatMap((tag) => /^"(\d{1,9})"$/.exec(tag)?.[1] ?? []).map(Number);
  return { versions, etags };
}

const withId = z.object({ id: z.string() });

/** What the If-Match of a call asks for; undefined without one. */
export function expectedBy(request: FastifyRequest): Expected | undefined {
  const header = request.headers["if-match"];
  if (header === undefined || !documentedIn(request)?.conditional) return undefined;
  const etags = etagsIn(header);
  return etags ? { streamId: withId.safeParse(request.params).data?.id.toLowerCase() ?? "", ...etags } : undefined;
}
