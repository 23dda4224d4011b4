import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { answer, count, instant } from "../../kernel/contract/answerPieces.ts";
import { type Answers, documented } from "../../kernel/calls/operation.ts";
import { idOf } from "../../kernel/contract/parse.ts";
import { linksTag } from "../core/entities.ts";
import { importSource } from "./entities.ts";
import type { ImportServices } from "./services.ts";
import { type ImportedVisits, importedVisits, type VisitCount } from "./visits/importedVisits.ts";

const visitCounts = z.array(z.object({ _id: z.string(), count }).meta({ title: "CountedVisits" }));
const shownVisits = z.object({
  source: importSource.describe("Service that counted the visits"),
  total: count.describe("All visits"),
  bots: count.describe("Visits that the source classified as bots"),
  undated: count.describe("Visits of which only the number is known"),
  firstAt: instant.nullable().describe("Time of the first dated visit"),
  lastAt: instant.nullable().describe("Time of the last dated visit"),
  months: visitCounts.describe("By month in UTC, such as 2026-11"),
  countries: visitCounts.describe("By ISO 3166-1 code; this and the following lists have at most ten entries"),
  referrers: visitCounts,
  browsers: visitCounts,
  devices: visitCounts,
});

/** Answers of the call below. */
export const importedVisitsAnswers = { ImportedVisitsAnswer: answer({ data: z.array(shownVisits) }) } satisfies Answers;

export function importedVisitsRoute(app: FastifyInstance, services: ImportServices, requireActor: RequireActor): void {
  app.get(
    "/api/urls/:id/imported-visits",
    documented({
      id: "listImportedVisits",
      tag: linksTag,
      summary: "Visits that a link had before it was imported",
      description: "By the service that has counted them; none for most links. No other figure counts them.",
      answer: { status: 200, is: importedVisitsAnswers.ImportedVisitsAnswer },
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
