import { createHash } from "node:crypto";
import { PreconditionError, validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { CommandOrigin, Expected } from "../eventstore/audit.ts";
import { isGraphqlCall } from "./apiCalls.ts";
import { documentedIn } from "./operation.ts";

// The ETag of a resource with an event stream is its version; that of any other resource is a hash of its editable
// settings. Clicks, other counters and notes do not change it.

/** Formats a stream version as an ETag header value. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Returns the ETag of a resource without an event stream. */
export function etagOfSettings(settings: object): string {
  const hash = createHash("sha256").update(JSON.stringify(settings)).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

/**
 * Checks If-Match for an edit of a resource without an event stream, within its transaction and with the row locked.
 * Throws PreconditionError if the caller has seen other settings than these.
 */
export function requireMatchingEtag({ expected }: Pick<CommandOrigin, "expected">, settings: object): void {
  if (expected && !expected.etags.includes(etagOfSettings(settings))) throw new PreconditionError();
}

/** Rejects calls that would ignore an If-Match header, because the caller relies on it. */
export function refuseUnusedIfMatch(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (request.headers["if-match"] !== undefined && isGraphqlCall(request.url)) {
      const message = "Use the argument ifMatch of the mutation instead of the header If-Match";
      throw validationError([{ field: "If-Match", message }]);
    }
    const operation = documentedIn(request);
    if (request.headers["if-match"] === undefined || !operation || operation.conditional) return;
    if (request.method === "GET" || request.method === "HEAD") return;
    throw validationError([{ field: "If-Match", message: "This call does not support If-Match. Omit the header" }]);
  });
}

const withEtag = z.object({ data: z.object({ etag: z.string() }) });

/** Copies `data.etag` of a response body into the ETag header. */
export function sendEtags(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const answer = documentedIn(request) ? withEtag.safeParse(payload).data : undefined;
    if (answer) reply.header("etag", answer.data.etag);
    return payload;
  });
}

/** Parses an If-Match header or argument. Returns null for `*`. Throws VALIDATION_ERROR if it is too long. */
export function etagsIn(text: string): Omit<Expected, "streamId"> | null {
  if (text.trim() === "*") return null;
  const etags = text.length > 1000 ? [] : text.split(",").map((tag) => tag.trim());
  if (etags.length === 0) throw validationError([{ field: "If-Match", message: "Must be at most 1000 characters" }]);
  // An ETag that we never issued is no error, because it matches nothing.
  const versions = etags.flatMap((tag) => /^"(\d{1,9})"$/.exec(tag)?.[1] ?? []).map(Number);
  return { versions, etags };
}

const withId = z.object({ id: z.string() });

/** Returns the precondition of a call's If-Match header; undefined without one. */
export function expectedBy(request: FastifyRequest): Expected | undefined {
  const header = request.headers["if-match"];
  if (header === undefined || !documentedIn(request)?.conditional) return undefined;
  const etags = etagsIn(header);
  return etags ? { streamId: withId.safeParse(request.params).data?.id.toLowerCase() ?? "", ...etags } : undefined;
}
