import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, oneOf, optionalId, optionalText, parseInput, within } from "../../kernel/calls/parse.ts";
import { agreementRoutes } from "../../accounts/mail/agreement.ts";
import { confirmAddress, stopAddress } from "./addresses.ts";
import type { Alarm, Firing } from "./alarm.ts";
import { alarmAnswers, alarmsTag } from "./answers.ts";
import { changeAlarm, createAlarm, deleteAlarm, tryAlarm } from "./commands.ts";
import { listAlarms, listFirings } from "./queries.ts";
import { alarmKinds, sensitivities, windowSizes } from "./rule.ts";
import type { AlarmServices } from "./services.ts";
import { shownAlarm } from "./shown.ts";

const emails = z.array(z.string("Must be a text"), "Must be a list of addresses");
const settings = {
  sensitivity: oneOf(sensitivities).nullish(),
  minimum: z.number("Must be a number").meta(within(1, limits.alarmMinimumMax)).nullish(),
  daysBefore: z.number("Must be a number").meta(within(1, limits.alarmDaysBeforeMax)).nullish(),
  tz: optionalText,
  quietFrom: optionalText.describe("HH:MM"),
  quietTo: optionalText.describe("HH:MM"),
  isOn: z.boolean("Must be true or false").nullish(),
};
export const newAlarmBody = z.object({
  kind: z.enum(alarmKinds, `Must be one of ${alarmKinds.join(", ")}`),
  linkId: optionalId,
  per: oneOf(windowSizes).nullish(),
  ...settings,
  emails,
});
export const alarmBody = z.object({ ...settings, emails: emails.nullish() });
export const historyQuery = z.object({ alarm: z.uuid("Not a valid id").optional() });

export function alarmRoutes(app: FastifyInstance, services: AlarmServices, requireActor: RequireActor): void {
  app.post(
    "/api/alarms",
    documented({
      id: "createAlarm",
      tag: alarmsTag,
      summary: "Make an alarm",
      description: "Addresses that are new get a link by mail, and nothing more unless they open that.",
      body: newAlarmBody,
      example: { kind: "spike", per: "hour", sensitivity: "medium", emails: ["team@example.com"], tz: "Europe/Berlin" },
      answer: { status: 201, is: alarmAnswers.AlarmAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const alarm = await createAlarm(services, actor, parseInput(newAlarmBody, request.body));
      return reply.code(201).send({ success: true, message: "Alarm created successfully!", data: bodyOf(alarm) });
    },
  );

  app.get(
    "/api/alarms",
    documented({
      id: "listAlarms",
      tag: alarmsTag,
      summary: "List alarms, oldest first",
      description: "Those that are off too, and those whose addresses have not agreed yet.",
      answer: { status: 200, is: alarmAnswers.AlarmsAnswer },
      failures: [403],
    }),
    async (request) => {
      const alarms = await listAlarms(services, await requireActor(request));
      return { success: true, data: alarms.map(bodyOf) };
    },
  );

  app.get(
    "/api/alarms/history",
    documented({
      id: "listAlarmFirings",
      tag: alarmsTag,
      summary: "List the last alarms that fired",
      description: "The last first, with what was compared; of one alarm where it is given. Kept for 90 days.",
      query: historyQuery,
      answer: { status: 200, is: alarmAnswers.AlarmHistoryAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { alarm: alarmId } = parseInput(historyQuery, request.query);
      const firings = await listFirings(services, actor, { alarmId, max: limits.alarmHistoryMax });
      return { success: true, data: firings.map(firingBody) };
    },
  );

  app.patch(
    "/api/alarms/:id",
    documented({
      id: "updateAlarm",
      tag: alarmsTag,
      summary: "Change an alarm",
      description: "What is missing stays. Both quiet hours as null: there are none. Switched on, it begins anew.",
      conditional: true,
      body: alarmBody,
      example: { quietFrom: "22:00", quietTo: "07:00" },
      answer: { status: 200, is: alarmAnswers.AlarmAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Alarm");
      const alarm = await changeAlarm(services, actor, id, parseInput(alarmBody, request.body));
      return { success: true, message: "Alarm updated successfully!", data: bodyOf(alarm) };
    },
  );

  app.delete(
    "/api/alarms/:id",
    documented({
      id: "deleteAlarm",
      tag: alarmsTag,
      summary: "End an alarm",
      description: "With its history; nothing more is sent of it.",
      conditional: true,
      answer: done,
      failures: [403, 404],
    }),
    async (request) => {
      await deleteAlarm(services, await requireActor(request), idOf(request.params, "Alarm"));
      return { success: true, message: "Alarm deleted successfully!" };
    },
  );

  app.post(
    "/api/alarms/:id/try",
    documented({
      id: "tryAlarm",
      tag: alarmsTag,
      summary: "Mail what an alarm would compare now",
      description: "Marked as a test, to those of its addresses that have agreed.",
      answer: done,
      failures: [403, 404, 409],
    }),
    async (request) => {
      await tryAlarm(services, await requireActor(request), idOf(request.params, "Alarm"));
      return { success: true, message: "Test sent!" };
    },
  );

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

function bodyOf(alarm: Alarm) {
  const { id, ...rest } = shownAlarm(alarm);
  return { _id: id, ...rest };
}

function firingBody({ id, linkCode: _code, per: _per, tz: _tz, ...rest }: Firing) {
  return { _id: id, ...rest };
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
