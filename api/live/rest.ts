import { authenticationError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { analyticsTag } from "../analytics/answers.ts";
import { authorizeOwn } from "../access/authorize.ts";
import type { RequireActor } from "../calls/actor.ts";
import { documented } from "../calls/operation.ts";
import { flag, parseInput } from "../calls/parse.ts";
import { claimsOf } from "../identity/authenticate.ts";
import { watchSession } from "../identity/watchSession.ts";
import { filterQuery, filtersOf } from "../stats/filters/restQuery.ts";
import { logOf } from "../stats/rest.ts";
import { liveAnswers } from "./answers.ts";
import type { LiveEvent } from "./event.ts";
import { createEventStream, type EventStream, type SentEvent } from "./eventStream.ts";
import type { LiveServices } from "./services.ts";

export const liveQuery = z.object({ filter: filterQuery, bots: flag.default(false) });

const heartbeatMs = 15_000;
/** For a client that reads nothing. */
const stallMs = 30_000;

const ended = {
  session: { name: "end", data: { type: "AUTHENTICATION_ERROR", message: "Your session has ended." } },
  server: { name: "end", data: { type: "INTERNAL_ERROR", message: "The server ends. Connect again." } },
} as const satisfies Record<string, SentEvent>;

export function liveRoutes(app: FastifyInstance, services: LiveServices, requireActor: RequireActor): void {
  const streams = new Set<EventStream>();
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end(ended.server);
  });

  app.get(
    "/api/live",
    documented({
      tag: analyticsTag,
      summary: "Clicks of the account as they are counted",
      description:
        "A `window` event first and after a gap, then `clicks` events, at most two a second. Figures are exact, clicks a sample. An `end` event says why a stream ends. `bots=true` shows the clicks of bots too.",
      query: liveQuery,
      answer: { events: liveAnswers.LiveEvent },
      failures: [403, 422],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const ownerId = authorizeOwn(actor, "stats:read");
      const query = parseInput(liveQuery, request.query);
      const question = { ownerId, filters: filtersOf(query), bots: query.bots };
      const claims = await claimsOf(services, request.headers.authorization);
      if (!claims) throw authenticationError("Please log in to continue.");
      reply
        .type("text/event-stream; charset=utf-8")
        .header("cache-control", "no-store, no-transform")
        // nginx would keep it until it is full.
        .header("x-accel-buffering", "no");
      if (request.method === "HEAD") return reply.send("");
      const { streamDoor, accountClicks } = services;
      const leave = streamDoor.enter(actor);
      try {
        const stream = createEventStream(sentEvents(accountClicks.watch(question)), {
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
    },
  );
}

/** No generator: one would not end while it waits for an event. */
function sentEvents(events: AsyncIterableIterator<LiveEvent>): AsyncIterator<SentEvent, undefined> {
  return {
    async next() {
      const { done, value } = await events.next();
      return done ? { done, value: undefined } : { value: sentEvent(value) };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}

function sentEvent({ reset, clicks, ...event }: LiveEvent): SentEvent {
  return { name: reset ? "window" : "clicks", data: { ...event, clicks: clicks.map(logOf) } };
}
