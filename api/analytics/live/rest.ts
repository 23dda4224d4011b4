import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { analyticsTag } from "../account/operations.ts";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { flag, parseInput } from "../../kernel/calls/parse.ts";
import { filterQuery, filtersOf } from "../link/filters/restQuery.ts";
import { logOf } from "../link/rest.ts";
import { accountStreams } from "./accountStreams.ts";
import { liveAnswers } from "./answers.ts";
import type { LiveEvent } from "./event.ts";
import { shownTo } from "./shownTo.ts";
import type { SentEvent } from "./eventStream.ts";
import { sentEvents } from "./openStreams.ts";
import type { LiveServices } from "./services.ts";

export const liveQuery = z.object({ filter: filterQuery, bots: flag.default(false) });

export function liveRoutes(app: FastifyInstance, services: LiveServices, requireActor: RequireActor): void {
  const send = accountStreams(app, services);

  app.get(
    "/api/live",
    documented({
      id: "followClicks",
      tag: analyticsTag,
      summary: "Clicks of the account as they are counted",
      description:
        "A `window` event first and after a gap, then `clicks` events, at most two a second. Figures are exact, clicks a sample. An `end` event says why a stream ends. `bots=true` shows the clicks of bots too.",
      query: liveQuery,
      answer: { events: liveAnswers.LiveEvent },
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

function sentEvent({ reset, clicks, ...event }: LiveEvent): SentEvent {
  return { name: reset ? "window" : "clicks", data: { ...event, clicks: clicks.map(logOf) } };
}
