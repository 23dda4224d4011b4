import { z } from "zod";
import { etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { queryText, text } from "../../kernel/contract/parse.ts";
import { entity, input } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import type { Cadence } from "./period.ts";
import { type Report, reportSettings } from "./queries.ts";

const cadence = enumeration<Cadence>("ReportCadence", "How often a report is sent", {
  weekly: "Every Monday, for the previous week",
  monthly: "On the first of each month, for the previous month",
});
const tz = "IANA time zone of the report's weeks and months";

/** A report in API responses. */
export const report = entity<Report>()({
  name: "Report",
  description: "Click figures of the workspace, sent weekly or monthly by email",
  fields: {
    id: recordId.describe("Report ID"),
    email: z.string().describe("Email address of the recipient"),
    cadence: cadence.describe("How often the report is sent"),
    tz: z.string().describe(tz),
    createdAt: instant.describe("Creation time"),
    confirmedAt: instant.nullable().describe("Time of the recipient's consent; null while it is pending"),
    dueAt: instant.nullable().describe("Time of the next email; null before the recipient's consent"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(reportSettings(shown)) },
});

export const newReport = input("CreateReportInput", "A new report", {
  email: text.describe("Email address of the recipient, who must consent with a link in an email"),
  cadence: cadence.describe("How often the report is sent"),
  tz: queryText.default("UTC").describe(tz),
});
export type NewReport = z.output<typeof newReport>;
