import type { FastifyInstance } from "fastify";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { z } from "zod";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/contract/parse.ts";
import { accountStreams } from "../live/accountStreams.ts";
import type { SentEvent } from "../live/eventStream.ts";
import { sentEvents } from "../live/openStreams.ts";
import { liveMisses } from "./entities.ts";
import { type LiveVisits, windowSeconds } from "./liveVisits.ts";
import { checkedFilter } from "./question.ts";
import { chosenVisits, missesTag } from "./operations.ts";
import type { MissStreamServices } from "./watches.ts";

export const liveMissesQuery = z.object(chosenVisits);

/** Serves the subscription `liveMisses` over REST, for scripts. */
export function liveMissRoutes(app: FastifyInstance, services: MissStreamServices, requireActor: RequireActor): void {
  const send = accountStreams(app, services);
  app.get(
    "/api/misses/live",
    documented({
      id: "followMisses",
      tag: missesTag,
      summary: "Follow visits that reached no destination",
      description: `Sends a \`window\` event immediately, and again at most once a second while visits are counted. Each event contains the numbers of visits by people and by bots in the last ${windowSeconds / 60} minutes and up to 50 of the latest visits, and replaces the previous event. Only visits that match all given query parameters are counted and listed; \`bots=true\` also lists visits by bots. When the server ends a stream, it sends an \`end\` event with the reason.`,
      needs: ["stats:read"],
      query: liveMissesQuery,
      answer: { events: liveMisses },
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
