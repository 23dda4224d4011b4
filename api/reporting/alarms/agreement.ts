import type { FastifyInstance } from "fastify";
import type { Tag } from "../../kernel/calls/operation.ts";
import { agreementRoutes } from "../../accounts/mail/agreement.ts";
import { confirmAddress, stopAddress } from "./addresses.ts";
import type { AlarmServices } from "./services.ts";

/** Heading of the operations in the OpenAPI document. */
export const alarmsTag: Tag = {
  name: "Alarms",
  description:
    "Alerts by email: unusual traffic, visits that reach no destination, expiring links and domains, unreachable destinations",
};

/** Serves the pages on which the owner of an address confirms or stops alarms. */
export function alarmAgreementRoutes(app: FastifyInstance, services: AlarmServices): void {
  agreementRoutes(app, {
    tag: alarmsTag,
    path: "/api/alarms",
    noun: "Alarm",
    one: "alarms",
    publicUrl: services.publicUrl,
    texts,
    confirm: (token) => confirmAddress(services, token),
    stop: (token) => stopAddress(services, token),
  });
}

const texts = {
  offer: {
    title: "Do you want these alarms?",
    paragraphs: ["A mail would come to this address when something unusual happens to links on hoplog."],
  },
  agree: "Send me the alarms",
  confirmed: {
    title: "You will get the alarms",
    paragraphs: ["A mail comes when something unusual happens. Each has a link that stops them."],
  },
  question: {
    title: "Stop these alarms?",
    paragraphs: ["Nothing more will be sent to this address unless somebody asks you again and you agree."],
  },
  stop: "Stop these alarms",
  stopped: { title: "The alarms are stopped", paragraphs: ["You get no more of them."] },
  over: {
    title: "This link has ended",
    paragraphs: ["The alarms that it was for are not there any more, or the address was not copied as a whole."],
  },
} as const;
