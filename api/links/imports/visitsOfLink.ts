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
  description: "A value, and its number of imported visits",
  fields: { value: z.string().describe("The value"), visits: largeCount.describe("Visits with this value") },
  restNames: { value: "_id", visits: "count" },
  computed: {},
});
const counts = z.array(nested(visitCount));

const visitsOfLink = entity<ImportedVisits>()({
  name: "ImportedVisits",
  description: "Visits of a link that another service counted before the import; no other figure includes them",
  fields: {
    source: importSource.describe("Service that counted the visits"),
    total: largeCount.describe("All visits"),
    bots: largeCount.describe("Visits that the source classified as bots"),
    undated: largeCount.describe("Visits of which only the number is known"),
    firstAt: instant.nullable().describe("Time of the first dated visit"),
    lastAt: instant.nullable().describe("Time of the last dated visit"),
    months: counts.describe("By month in UTC, such as 2026-11, in order"),
    countries: counts.describe(`By ISO 3166-1 code, at most ${topMax}, most visits first`),
    referrers: counts.describe(`By referring host, at most ${topMax}, most visits first`),
    browsers: counts.describe(`By browser, at most ${topMax}, most visits first`),
    devices: counts.describe("By device: mobile, desktop or tablet"),
  },
  computed: {},
});

/** The visits of a link before its import. */
export const listVisitsOfLink = operationsOn<ImportServices>(linksTag, "Link").query({
  name: "importedVisits",
  id: "listImportedVisits",
  rest: "GET /api/urls/:id/imported-visits",
  restNames: { linkId: "id" },
  summary: "List the visits of a link before its import",
  description: "Grouped by the service that counted them. Empty for most links.",
  needs: ["stats:read"],
  takes: { linkId: recordId },
  answer: many(visitsOfLink, "ImportedVisitsAnswer"),
  weight: { length: 1 },
  failures: [404],
  run: (services, actor, { linkId }) => importedVisits(services, actor, linkId),
});
