import { authenticationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../calls/actor.ts";
import { claimsOf, type TokenServices } from "../identity/authenticate.ts";
import { watchSession, type WatchedSessions } from "../identity/watchSession.ts";
import { createEventStream, type EventStream, type SentEvent } from "./eventStream.ts";
import type { StreamDoor } from "./streamDoor.ts";

/** What streams of Server-Sent Events for the signed-in take from outside. */
export interface SessionStreamServices extends TokenServices, Pick<WatchedSessions, "now"> {
  readonly streamDoor: StreamDoor;
  readonly revocations: WatchedSessions["revocations"];
}

const heartbeatMs = 15_000;
/** For a client that reads nothing. */
const stallMs = 30_000;

const ended = {
  session: { name: "end", data: { type: "AUTHENTICATION_ERROR", message: "Your session has ended." } },
  server: { name: "end", data: { type: "INTERNAL_ERROR", message: "The server ends. Connect again." } },
} as const satisfies Record<string, SentEvent>;

/** A request, and who has made it. */
export interface StreamCall {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers with a stream that ends with its session and with the server; HEAD gets its headers alone. `watch` is called once there
 * is room for one more. Throws AUTHENTICATION_ERROR, and RATE_LIMIT_ERROR where the caller has too many streams.
 */
export type SendStream = (call: StreamCall, watch: () => AsyncIterator<SentEvent, undefined>) => Promise<FastifyReply>;

export function createSessionStreams(app: FastifyInstance, services: SessionStreamServices): SendStream {
  const streams = new Set<EventStream>();
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end(ended.server);
  });

  return async ({ actor, request, reply }, watch) => {
    const claims = await claimsOf(services, request.headers.authorization);
    if (!claims) throw authenticationError("Please log in to continue.");
    reply
      .type("text/event-stream; charset=utf-8")
      .header("cache-control", "no-store, no-transform")
      // nginx would keep it until it is full.
      .header("x-accel-buffering", "no");
    if (request.method === "HEAD") return reply.send("");
    const { streamDoor } = services;
    const leave = streamDoor.enter(actor);
    try {
      const stream = createEventStream(watch(), {
        heartbeatMs,
        stallMs,
        onStalled: () => streamDoor.metrics.refused.inc({ reason: "unread" }),
      });
      const unwatch = watchSession(services, claims, () => stream.end(ended.session));
      streams.add(stream);
      stream.body.once("close", () => {
        streams.delete(stream);
        unwatch();
        leave();
      });
      // It may have ended while we looked.
      if (services.revocations.has(claims.sessionId)) stream.end(ended.session);
      return reply.send(stream.body);
    } catch (error) {
      leave();
      throw error;
    }
  };
}
