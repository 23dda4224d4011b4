import type { FastifyInstance } from "fastify";
import type { RequireActor } from "../calls/actor.ts";
import { documented } from "../calls/operation.ts";
import type { Reads } from "../database/reads.ts";
import { linksTag } from "../links/answers.ts";
import { utmAnswers } from "./answers.ts";
import { usedUtmValues } from "./queries.ts";

export function utmRoutes(app: FastifyInstance, services: Reads, requireActor: RequireActor): void {
  app.get(
    "/api/utm/values",
    documented({
      tag: linksTag,
      summary: "Campaign values that were used before",
      description: "Those in the destinations of your newest 2,000 links, at most 50 of each field.",
      answer: { status: 200, is: utmAnswers.UtmValuesAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: await usedUtmValues(services, await requireActor(request)) }),
  );
}
