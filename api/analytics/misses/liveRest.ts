import type { FastifyInstance } from "fastify";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { accountStreams } from "../live/accountStreams.ts";
import type { SentEvent } from "../live/eventStream.ts";
import { sentEvents } from "../live/openStreams.ts";
import { missAnswers, missesTag } from "./answers.ts";
import { type LiveVisits, windowSeconds } from "./liveVisits.ts";
import { checkedFilter } from "./question.ts";
import { liveMissesQuery } from "./rest.ts";
import type { MissStreamServices } from "./services.ts";

/** The twin of the subscription `liveMisses`, for scripts. */
export function liveMissRoutes(app: FastifyInstance, services: MissStreamServices, requireActor: RequireActor): void {
  const send = accountStreams(app, services);
  app.get(
    "/api/misses/live",
    documented({
      id: "followMisses",
      tag: missesTag,
      summary: "Visits that led nowhere as they are counted",
      description: `A \`window\` event at once, and again at most once a second while others are counted: all of the last ${windowSeconds / 60} minutes, so that each replaces the one before. Values narrow them. An \`end\` event says why a stream ends. \`bots=true\` shows the visits of bots too.`,
      query: liveMissesQuery,
      answer: { events: missAnswers.LiveMisses },
      failures: [403],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const ownerId = authorizeOwn(actor, "stats:read");
      const { bots, ...values } = parseInput(liveMissesQuery, request.query);
      const filter = checkedFilter(values);
      return send(request, reply, actor, () =>
        sentEvents(services.missWatches.watch({ ownerId, bots, filter }), sentWindow),
      );
    },
  );
}

function sentWindow(visits: LiveVisits): SentEvent {
  return { name: "window", data: visits };
}
