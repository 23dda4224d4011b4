import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, parseInput, queryText, text } from "../../kernel/calls/parse.ts";
import { agreementRoutes } from "../../accounts/mail/agreement.ts";
import { reportAnswers, reportsTag } from "./answers.ts";
import { confirmReport, createReport, deleteReport, stopReport, tryReport } from "./commands.ts";
import { cadences } from "./period.ts";
import { listReports, type Report, reportSettings } from "./queries.ts";
import type { ReportServices } from "./services.ts";

export const newReportBody = z.object({
  email: text,
  cadence: z.enum(cadences, `Must be one of ${cadences.join(", ")}`),
  tz: queryText.default("UTC"),
});

export function reportRoutes(app: FastifyInstance, services: ReportServices, requireActor: RequireActor): void {
  app.post(
    "/api/reports",
    documented({
      id: "createReport",
      tag: reportsTag,
      summary: "Ask an address whether it wants a report",
      description: "It gets a link by mail, and nothing more unless it opens that.",
      body: newReportBody,
      example: { email: "team@example.com", cadence: "weekly", tz: "Europe/Berlin" },
      answer: { status: 201, is: reportAnswers.ReportAnswer },
      failures: [400, 403, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const report = await createReport(services, actor, parseInput(newReportBody, request.body));
      return reply.code(201).send({ success: true, message: "Confirmation mail sent!", data: reportBody(report) });
    },
  );

  app.get(
    "/api/reports",
    documented({
      id: "listReports",
      tag: reportsTag,
      summary: "List reports, oldest first",
      description: "Those that wait for their address to agree too.",
      answer: { status: 200, is: reportAnswers.ReportsAnswer },
      failures: [403],
    }),
    async (request) => {
      const reports = await listReports(services, await requireActor(request));
      return { success: true, data: reports.map(reportBody) };
    },
  );

  app.delete(
    "/api/reports/:id",
    documented({
      id: "deleteReport",
      tag: reportsTag,
      conditional: true,
      summary: "End a report",
      description: "Nothing more is sent, also of what is under way.",
      answer: done,
      failures: [403, 404],
    }),
    async (request) => {
      await deleteReport(services, await requireActor(request), idOf(request.params, "Report"));
      return { success: true, message: "Report deleted successfully!" };
    },
  );

  app.post(
    "/api/reports/:id/try",
    documented({
      id: "tryReport",
      tag: reportsTag,
      summary: "Send the last report now",
      description: "Of the last whole week or month, besides those that are due.",
      answer: done,
      failures: [403, 404, 409],
    }),
    async (request) => {
      await tryReport(services, await requireActor(request), idOf(request.params, "Report"));
      return { success: true, message: "Report sent!" };
    },
  );

  agreementRoutes(app, {
    tag: reportsTag,
    path: "/api/reports",
    noun: "Report",
    one: "a report",
    publicUrl: services.publicUrl,
    texts,
    confirm: (token) => confirmReport(services, token),
    stop: (token) => stopReport(services, token),
  });
}

function reportBody(report: Report) {
  const { id, ownerId: _owner, nextDay: _next, ...rest } = report;
  return { _id: id, ...rest, etag: etagOfSettings(reportSettings(report)) };
}

const texts = {
  offer: {
    title: "Do you want these reports?",
    paragraphs: ["A mail would come to this address each week or month, with the clicks of links on hoplog."],
  },
  agree: "Send me the reports",
  confirmed: {
    title: "You will get the reports",
    paragraphs: ["The first one comes when the present week or month is over. Each has a link that stops them."],
  },
  question: {
    title: "Stop these reports?",
    paragraphs: ["Nothing more will be sent to this address unless somebody asks you again and you agree."],
  },
  stop: "Stop these reports",
  stopped: { title: "The reports are stopped", paragraphs: ["You get no more of them."] },
  over: {
    title: "This link has ended",
    paragraphs: ["The report that it was for is not there any more, or the address was not copied as a whole."],
  },
} as const;
