import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { optionalId, optionalText, within } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { alarmsTag } from "./agreement.ts";
import { changeAlarm, createAlarm, deleteAlarm, tryAlarm } from "./commands.ts";
import { alarm, firing, kind, sensitivity, windowSize } from "./entities.ts";
import { listAlarms, listFirings } from "./queries.ts";
import type { AlarmServices } from "./services.ts";

const emails = z
  .array(z.string("Must be a string"), "Must be a list of email addresses")
  .describe("Email addresses of the recipients; new recipients receive a confirmation email first");
const settings = {
  sensitivity: sensitivity
    .nullish()
    .describe("Required difference from usual traffic; medium by default for a new alarm"),
  minimum: z
    .number("Must be a number")
    .meta(within(1, limits.alarmMinimumMax))
    .nullish()
    .describe(
      `Minimum number of clicks or visits in the period for the alarm to fire; for \`drop\`, minimum usual number of clicks. ${limits.alarmMinimumDefault} by default for a new alarm`,
    ),
  daysBefore: z
    .number("Must be a number")
    .meta(within(1, limits.alarmDaysBeforeMax))
    .nullish()
    .describe(`Days of notice before something expires; ${limits.alarmDaysBeforeDefault} by default for a new alarm`),
  tz: optionalText.describe("IANA time zone of the compared periods and the quiet hours, such as Europe/Berlin"),
  quietFrom: optionalText.describe(
    "Start of the quiet hours as HH:MM. Set both `quietFrom` and `quietTo`, or neither (null)",
  ),
  quietTo: optionalText.describe(
    "End of the quiet hours as HH:MM. Set both `quietFrom` and `quietTo`, or neither (null)",
  ),
  isOn: z.boolean("Must be true or false").nullish().describe("Whether the alarm is switched on"),
};
const newAlarm = input("CreateAlarmInput", "A new alarm", {
  kind: kind.describe("Kind of event that the alarm detects"),
  linkId: optionalId.describe("ID of the link to monitor, only for the kinds `spike` and `drop`; all links by default"),
  per: windowSize.nullish().describe("Length of the compared period; one hour by default"),
  ...settings,
  emails,
});
const alarmChanges = input("UpdateAlarmInput", "Changes to an alarm; omitted fields keep their value", {
  ...settings,
  emails: emails.nullish(),
});

const oneAlarm = one(alarm);
const { query, mutation } = operationsOn<AlarmServices>(alarmsTag, "Alarm");

/** The operations on alarms. */
export const alarmFaces = facesOf([
  mutation({
    name: "createAlarm",
    rest: "POST /api/alarms",
    creates: true,
    summary: "Create an alarm",
    description:
      "Monitors the workspace or a link, and sends alerts by email. New recipients receive a confirmation email, and receive alerts only after consenting.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: { input: newAlarm },
    example: { kind: "spike", per: "hour", sensitivity: "medium", emails: ["team@example.com"], tz: "Europe/Berlin" },
    answer: oneAlarm,
    message: "Alarm created",
    failures: [400, 403, 404, 409],
    run: (services, actor, given) => createAlarm(services, actor, given.input),
  }),
  query({
    name: "alarms",
    id: "listAlarms",
    rest: "GET /api/alarms",
    summary: "List alarms",
    description:
      "Returns all alarms, oldest first, including alarms that are switched off or whose recipients have not consented yet.",
    needs: ["alarms:read"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: {},
    answer: many(alarm),
    weight: { length: limits.alarmsMax },
    failures: [403],
    run: listAlarms,
  }),
  query({
    name: "alarmHistory",
    id: "listAlarmFirings",
    rest: "GET /api/alarms/history",
    summary: "List incidents detected by alarms",
    description: "Returns the latest incidents first. Incidents are stored for 90 days.",
    needs: ["alarms:read"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: { alarmId: z.uuid("Must be a UUID").optional().describe("Only incidents of the alarm with this ID") },
    restNames: { alarmId: "alarm" },
    answer: many(firing, "AlarmHistoryAnswer"),
    weight: { length: limits.alarmHistoryMax },
    failures: [403],
    run: (services, actor, { alarmId }) => listFirings(services, actor, { alarmId, max: limits.alarmHistoryMax }),
  }),
  mutation({
    name: "updateAlarm",
    rest: "PATCH /api/alarms/:id",
    summary: "Change an alarm",
    description:
      "Omitted fields keep their value. Set both quiet hours to null to remove them. Switching the alarm on restarts its evaluation.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: { id: recordId, input: alarmChanges },
    conditional: true,
    example: { quietFrom: "22:00", quietTo: "07:00" },
    answer: oneAlarm,
    message: "Alarm updated",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, input: changes }) => changeAlarm(services, actor, id, changes),
  }),
  mutation({
    name: "deleteAlarm",
    rest: "DELETE /api/alarms/:id",
    summary: "Delete an alarm",
    description: "Also deletes the incidents that the alarm detected.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Alarm deleted",
    failures: [403, 404],
    run: (services, actor, { id }) => deleteAlarm(services, actor, id),
  }),
  mutation({
    name: "tryAlarm",
    rest: "POST /api/alarms/:id/try",
    summary: "Send a test email of an alarm",
    description: "Sends the current figures to the recipients who have consented.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "to return link names", "domains:read": "to return domain names" },
    takes: { id: recordId },
    answer: confirmation,
    message: "Test sent",
    failures: [403, 404, 409],
    run: (services, actor, { id }) => tryAlarm(services, actor, id),
  }),
]);
