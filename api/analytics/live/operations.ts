import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/contract/parse.ts";
import { graphqlData } from "../../kernel/contract/answers.ts";
import { nested } from "../../kernel/contract/entity.ts";
import { facesOf, graphqlOperations } from "../../kernel/contract/operations.ts";
import { analyticsTag } from "../account/operations.ts";
import { filterQuery, filtersOf } from "../../clicks/questions/filtersTaken.ts";
import { asked } from "../../clicks/questions/question.ts";
import { accountStreams } from "./accountStreams.ts";
import { liveEvent } from "./entities.ts";
import type { LiveEvent } from "./event.ts";
import type { SentEvent } from "./eventStream.ts";
import { sentEvents } from "./openStreams.ts";
import { type LiveServices, type LiveBase, type LiveOffer, startLive } from "./start.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";

const { bots, filters } = asked;
const summary = "Follow the clicks of the workspace";

const mayNeed = { "links:read": "to return names and codes of links" };

/** The subscription to the clicks of an account. */
export const liveFaces = facesOf<LiveServices>([
  graphqlOperations<LiveServices>().graphqlSubscription({
    name: "workspaceClicks",
    summary,
    description:
      "Sends the clicks of the whole time window first, then changes as clicks are counted. The figures of an event are exact; its list `clicks` is a sample if there are many clicks.",
    needs: ["stats:read"],
    mayNeed,
    takes: { filters, bots },
    answer: graphqlData(nested(liveEvent)),
    subscribe: ({ workspaceClicks }, actor, given) =>
      workspaceClicks.watch({ ...given, ownerId: authorizeOwn(actor, "stats:read") }),
    shownTo,
  }),
]);

const liveQuery = z.object({ filter: filterQuery, bots });

/** Streams live clicks over REST, for scripts. */
export function liveRoutes(app: FastifyInstance, services: LiveServices, requireActor: RequireActor): void {
  const send = accountStreams(app, services);
  app.get(
    "/api/live",
    documented({
      id: "followClicks",
      tag: analyticsTag,
      summary,
      description:
        "Sends a `window` event first and after each gap, otherwise `clicks` events, at most two per second. The figures of an event are exact; its list `clicks` is a sample if there are many clicks. `bots=true` includes clicks by bots. When the server ends a stream, it sends an `end` event with the reason.",
      needs: ["stats:read"],
      mayNeed,
      query: liveQuery,
      answer: { events: liveEvent.answer },
      failures: [403],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const ownerId = authorizeOwn(actor, "stats:read");
      const query = parseInput(liveQuery, request.query);
      const question = { ownerId, filters: filtersOf(query), bots: query.bots };
      return send(request, reply, actor, () =>
        sentEvents(services.workspaceClicks.watch(question), (event) => sentEvent(shownTo(actor, event))),
      );
    },
  );
}

/** Removes link names and codes for members without permission to read links. */
function shownTo(member: Member, event: LiveEvent): LiveEvent {
  if (isAllowed(member, "links:read")) return event;
  return { ...event, clicks: event.clicks.map((click) => ({ ...click, linkName: "", code: "" })) };
}

/** Converts fields itself, because `toRest` is asynchronous and cannot be used for stream events. */
function sentEvent({ reset, clicks, ...event }: LiveEvent): SentEvent {
  const shown = clicks.map(({ id, timestamp, ...click }) => ({
    _id: id,
    timestamp: timestamp.toISOString(),
    ...click,
  }));
  return { name: reset ? "window" : "clicks", data: { ...event, clicks: shown } };
}

/** Live clicks of a whole account. */
export const live: RunningFeature<LiveServices, LiveBase, LiveOffer> = {
  start: startLive,
  resolvers: liveFaces.resolvers,
  routes: liveRoutes,
  answers: { LiveEvent: liveEvent.answer },
};
