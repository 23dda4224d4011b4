import type { FastifyInstance } from "fastify";
import type { Tag } from "../../kernel/calls/operation.ts";
import { agreementRoutes } from "../../accounts/mail/agreement.ts";
import { confirmReport, stopReport, type ReportServices } from "./commands.ts";

/** Heading of the operations in the OpenAPI document. */
export const reportsTag: Tag = {
  name: "Reports",
  description: "Click figures of the workspace, sent weekly or monthly by email",
};

/** Serves the pages on which the owner of an address confirms or stops reports. */
export function reportAgreementRoutes(app: FastifyInstance, services: ReportServices): void {
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
