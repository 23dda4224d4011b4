import { limits } from "@hoplog/schema/limits.js";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { reportsTag } from "./agreement.ts";
import { createReport, deleteReport, tryReport, type ReportServices } from "./commands.ts";
import { newReport, report } from "./entities.ts";
import { listReports } from "./queries.ts";

const { query, mutation } = operationsOn<ReportServices>(reportsTag, "Report");

/** The operations on reports. */
export const reportFaces = facesOf([
  mutation({
    name: "createReport",
    rest: "POST /api/reports",
    creates: true,
    summary: "Create a report",
    description: "The recipient receives a confirmation email, and receives reports only after consenting.",
    needs: ["reports:write"],
    takes: { input: newReport },
    example: { email: "team@example.com", cadence: "weekly", tz: "Europe/Berlin" },
    answer: one(report),
    message: "Confirmation email sent",
    failures: [400, 403, 409],
    run: (services, actor, given) => createReport(services, actor, given.input),
  }),
  query({
    name: "reports",
    id: "listReports",
    rest: "GET /api/reports",
    summary: "List reports",
    description: "Returns all reports, oldest first, including reports whose recipients have not consented yet.",
    needs: ["reports:read"],
    takes: {},
    answer: many(report),
    weight: { length: limits.reportsMax },
    failures: [403],
    run: listReports,
  }),
  mutation({
    name: "deleteReport",
    rest: "DELETE /api/reports/:id",
    summary: "Delete a report",
    description: "No more emails are sent, not even one that is being prepared.",
    needs: ["reports:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Report deleted",
    failures: [403, 404],
    run: (services, actor, { id }) => deleteReport(services, actor, id),
  }),
  mutation({
    name: "tryReport",
    rest: "POST /api/reports/:id/try",
    summary: "Send a report immediately",
    description: "Covers the last complete week or month. The schedule of the report does not change.",
    needs: ["reports:write"],
    takes: { id: recordId },
    answer: confirmation,
    message: "Report sent",
    failures: [403, 404, 409],
    run: (services, actor, { id }) => tryReport(services, actor, id),
  }),
]);
