import type { FastifyInstance } from "fastify";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf } from "../../kernel/calls/parse.ts";
import { linksTag } from "../core/answers.ts";
import { importAnswers } from "./answers.ts";
import type { ImportServices } from "./services.ts";
import { type ImportedVisits, importedVisits, type VisitCount } from "./visits/importedVisits.ts";

export function importedVisitsRoute(app: FastifyInstance, services: ImportServices, requireActor: RequireActor): void {
  app.get(
    "/api/urls/:id/imported-visits",
    documented({
      id: "listImportedVisits",
      tag: linksTag,
      summary: "Visits that a link had before it was imported",
      description: "By the service that has counted them; none for most links. No other figure counts them.",
      answer: { status: 200, is: importAnswers.ImportedVisitsAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const found = await importedVisits(services, actor, idOf(request.params, "Link"));
      return { success: true, data: found.map(bodyOf) };
    },
  );
}

function bodyOf({ firstAt, lastAt, months, countries, referrers, browsers, devices, ...counts }: ImportedVisits) {
  const listOf = (list: readonly VisitCount[]) => list.map(({ value, visits }) => ({ _id: value, count: visits }));
  return {
    ...counts,
    firstAt: firstAt && firstAt.toISOString(),
    lastAt: lastAt && lastAt.toISOString(),
    months: listOf(months),
    countries: listOf(countries),
    referrers: listOf(referrers),
    browsers: listOf(browsers),
    devices: listOf(devices),
  };
}
