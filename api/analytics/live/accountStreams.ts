import { authenticationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { claimsOf, type TokenServices } from "../../accounts/identity/authenticate.ts";
import { watchSession, type WatchedSessions } from "../../accounts/identity/watchSession.ts";
import type { SentEvent } from "./eventStream.ts";
import { asEventStream, openStreams } from "./openStreams.ts";
import type { StreamAdmission } from "./streamAdmission.ts";

export interface AccountStreamServices extends TokenServices, Clock {
  readonly streamAdmission: StreamAdmission;
  readonly revocations: WatchedSessions["revocations"];
}

/**
 * Streams events of an account until the client disconnects, or the caller's session or the server ends. HEAD requests
 * get no stream.
 */
export type SendAccountStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  watch: () => AsyncIterator<SentEvent>,
) => Promise<FastifyReply>;

const sessionEnded: SentEvent = {
  name: "end",
  data: {
    type: "AUTHENTICATION_ERROR",
    message: "The access token has expired, the session has ended, or the API key no longer works. Authenticate again.",
  },
};

export function accountStreams(app: FastifyInstance, services: AccountStreamServices): SendAccountStream {
  const streams = openStreams(app);
  return async (request, reply, actor, watch) => {
    const claims = await claimsOf(services, request.headers.authorization, actor);
    if (!claims) throw authenticationError("Please log in to continue.");
    asEventStream(reply);
    if (request.method === "HEAD") return reply.send("");
    const { streamAdmission, revocations } = services;
    const release = streamAdmission.enter(actor);
    try {
      const stream = streams.open(watch(), {
        onStalled: () => streamAdmission.metrics.refused.inc({ reason: "unread" }),
        onClose() {
          unwatch();
          release();
        },
      });
      const unwatch = watchSession(services, claims, () => stream.end(sessionEnded));
      // The session may have ended while the stream was opened.
      if (revocations.has(claims.credential.id)) stream.end(sessionEnded);
      return reply.send(stream.body);
    } catch (error) {
      release();
      throw error;
    }
  };
}
