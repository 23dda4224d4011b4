import { conflictError, validationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Actor, senderOf } from "./actor.ts";
import type { Logs, Randomness } from "./capabilities.ts";
import { isGraphqlCall } from "./apiCalls.ts";
import type { IdempotentCall } from "../eventstore/idempotentCall.ts";
import { beginCall, endCall, failCall, type IdempotencyServices } from "./idempotentCalls.ts";
import type { RunningFeature } from "./feature.ts";
import { createSecretBox } from "./secretBox.ts";

export const keyHeader = "idempotency-key";
const keyMax = 255;

export type IdempotentServices = IdempotencyServices & Logs;

export interface IdempotencySettings {
  readonly services: IdempotentServices;
  /** Returns the actor of a request. Throws if the caller is not signed in. */
  readonly actorOf: (request: FastifyRequest) => Promise<Actor>;
}

/** Creates the hook that runs before calls with an Idempotency-Key and replays the first answer of completed ones. */
export function beginIdempotently({ services, actorOf }: IdempotencySettings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const header = request.headers[keyHeader];
    if (header === undefined) return undefined;
    const key = parseKey(header);
    const { method, url, body } = request;
    const sent = { ...senderOf(await actorOf(request)), key, request: JSON.stringify([method, url, body ?? null]) };
    const begun = await beginCall(services, sent);
    switch (begun.state) {
      case "begun":
        request.idempotentCall = begun.call;
        return undefined;
      case "under way":
        reply.header("retry-after", "1");
        throw conflictError(
          "Idempotency-Key",
          "A call with this Idempotency-Key is still running. Try again in a moment",
        );
      case "another request":
        throw validationError([
          { field: "Idempotency-Key", message: "This Idempotency-Key was used for a different request. Use a new key" },
        ]);
      case "done":
        // The response may contain a secret, so it must not be cached.
        reply.header("idempotent-replayed", "true").header("cache-control", "no-store");
        if (begun.answer) {
          const { status, body: answer, etag } = begun.answer;
          if (etag !== null) reply.header("etag", etag);
          return reply.code(status).type("application/json; charset=utf-8").send(answer);
        }
        return replyWithCreatedIds(request, reply, begun.made);
    }
  };
}

/** Creates the hook that runs after calls with an Idempotency-Key and stores the payload for replays. */
export function endIdempotently({ services }: Pick<IdempotencySettings, "services">) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { idempotentCall: call } = request;
    // The call is still running: until it ends or its attempt expires, retries get a 409.
    if (!call || request.isGivenUp) return payload;
    const stopped = new Promise<void>((resolve) => (request.stopStoring = resolve));
    await Promise.race([storeAnswer(services, call, reply, payload), stopped]);
    request.stopStoring = null;
    return payload;
  };
}

/** Stores the response for replays. Never rejects. */
async function storeAnswer(
  services: IdempotentServices,
  call: IdempotentCall,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  try {
    if (reply.statusCode < 300 && typeof payload === "string") {
      const etag = reply.getHeader("etag");
      const kept = { status: reply.statusCode, body: payload, etag: typeof etag === "string" ? etag : null };
      await endCall(services, call, kept);
    } else await failCall(services, call);
  } catch (error) {
    // The call is complete and recorded, so a retry gets the ids of the created resources instead of the response.
    services.logger.warn({ err: error }, "could not store the response of an idempotent call");
  }
}

/** Responds to a retry of a call whose response was not stored, with the ids of the created resources. */
function replyWithCreatedIds(request: FastifyRequest, reply: FastifyReply, made: readonly string[]): FastifyReply {
  const message = "An earlier call with this Idempotency-Key was completed, but its response was not stored.";
  if (isGraphqlCall(request.url)) {
    const extensions = { type: "CONFLICT_ERROR", details: { field: "Idempotency-Key" }, made };
    return reply.code(200).send({ errors: [{ message, extensions }] });
  }
  const [id, ...others] = made;
  const data = others.length > 0 ? made.map((one) => ({ _id: one })) : { _id: id };
  return reply.code(200).send({ success: true, message, data });
}

function parseKey(header: string | string[]): string {
  if (typeof header === "string" && header.length <= keyMax && /^[\x21-\x7e]+$/.test(header)) return header;
  const message = `Must be 1 to ${keyMax} printable ASCII characters without spaces`;
  throw validationError([{ field: "Idempotency-Key", message }]);
}

/** Adds the fields of idempotent calls to requests. Must be called once, before routes are registered. */
export function decorateIdempotentCalls(app: FastifyInstance): void {
  app.decorateRequest("idempotentCall", null);
  app.decorateRequest("isGivenUp", false);
  app.decorateRequest("stopStoring", null);
}

type Base = Randomness & { readonly settings: { readonly TOKEN_SECRET: string } };

/** Runs calls with an Idempotency-Key only once, so that clients may retry them. */
export const idempotency: RunningFeature<IdempotentServices, Base, Pick<IdempotencyServices, "idempotencySecrets">> = {
  start: ({ settings, random }) => ({
    services: { idempotencySecrets: createSecretBox(settings.TOKEN_SECRET, random) },
  }),
};
