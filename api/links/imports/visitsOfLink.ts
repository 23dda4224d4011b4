import { z } from "zod";
import { instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { many } from "../../kernel/contract/answers.ts";
import { entity, nested } from "../../kernel/contract/entity.ts";
import { operationsOn } from "../../kernel/contract/operations.ts";
import { largeCount } from "../../kernel/contract/values.ts";
import { linksTag } from "../core/entities.ts";
import { importSource } from "./entities.ts";
import type { ImportServices } from "./services.ts";
import { type ImportedVisits, importedVisits, topMax, type VisitCount } from "./visits/importedVisits.ts";

const visitCount = entity<VisitCount>()({
  name: "VisitCount",
  component: "CountedVisits",
  description: "A value and its number of imported visits",
  fields: {
    value: z.string().describe("The value, such as a month, country or browser"),
    visits: largeCount.describe("Number of visits with this value"),
  },
  restNames: { value: "_id", visits: "count" },
  computed: {},
});
const counts = z.array(nested(visitCount));

const visitsOfLink = entity<ImportedVisits>()({
  name: "ImportedVisits",
  description: "Visits of a link that another service counted before the import; no other statistics include them",
  fields: {
    source: importSource.describe("Service that counted the visits"),
    total: largeCount.describe("Number of all visits"),
    bots: largeCount.describe("Number of visits that the source classified as bots"),
    undated: largeCount.describe("Number of visits without a date, of which only the total is known"),
    firstAt: instant.nullable().describe("Time of the first dated visit; null if there is none"),
    lastAt: instant.nullable().describe("Time of the last dated visit; null if there is none"),
    months: counts.describe("Visits by month in UTC, such as 2026-11, in chronological order"),
    countries: counts.describe(`Visits by ISO 3166-1 country code, at most ${topMax}, most visits first`),
    referrers: counts.describe(`Visits by referring host, at most ${topMax}, most visits first`),
    browsers: counts.describe(`Visits by browser, at most ${topMax}, most visits first`),
    devices: counts.describe("Visits by device: mobile, desktop or tablet"),
  },
  computed: {},
});

/** Lists the visits of a link that another service counted before the link's import. */
export const listVisitsOfLink = operationsOn<ImportServices>(linksTag, "Link").query({
  name: "importedVisits",
  id: "listImportedVisits",
  rest: "GET /api/urls/:id/imported-visits",
  restNames: { linkId: "id" },
  summary: "List imported visits of a link",
  description:
    "Returns the imported visits, grouped by the service that counted them; the list is empty if the link was imported without visits or not imported.",
  needs: ["stats:read"],
  takes: { linkId: recordId },
  answer: many(visitsOfLink, "ImportedVisitsAnswer"),
  weight: { length: 1 },
  failures: [404],
  run: (services, actor, { linkId }) => importedVisits(services, actor, linkId),
});
