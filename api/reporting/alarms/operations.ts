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
  .array(z.string("Must be a text"), "Must be a list of addresses")
  .describe("Recipients; new addresses receive a confirmation mail first");
const settings = {
  sensitivity: sensitivity.nullish().describe("How unusual traffic must be"),
  minimum: z
    .number("Must be a number")
    .meta(within(1, limits.alarmMinimumMax))
    .nullish()
    .describe(`Minimum clicks before firing; ${limits.alarmMinimumDefault} by default`),
  daysBefore: z
    .number("Must be a number")
    .meta(within(1, limits.alarmDaysBeforeMax))
    .nullish()
    .describe(`Days of notice before something expires; ${limits.alarmDaysBeforeDefault} by default`),
  tz: optionalText.describe("IANA time zone of the compared periods and the quiet hours"),
  quietFrom: optionalText.describe("Start of quiet hours as HH:MM; null with `quietTo` for none"),
  quietTo: optionalText.describe("End of quiet hours as HH:MM"),
  isOn: z.boolean("Must be true or false").nullish().describe("Whether the alarm is active"),
};
const newAlarm = input("CreateAlarmInput", "A new alarm", {
  kind: kind.describe("What the alarm watches for"),
  linkId: optionalId.describe("Link to watch, for spikes and drops; all links by default"),
  per: windowSize.nullish().describe("Compared period; hour by default"),
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
    description: "New addresses receive a confirmation mail, and alarms only after consent.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
    takes: { input: newAlarm },
    example: { kind: "spike", per: "hour", sensitivity: "medium", emails: ["team@example.com"], tz: "Europe/Berlin" },
    answer: oneAlarm,
    message: "Alarm created successfully!",
    failures: [400, 403, 404, 409],
    run: (services, actor, given) => createAlarm(services, actor, given.input),
  }),
  query({
    name: "alarms",
    id: "listAlarms",
    rest: "GET /api/alarms",
    summary: "List all alarms, oldest first",
    description: "Includes alarms that are off or whose recipients have not consented yet.",
    needs: ["alarms:read"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
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
    summary: "List the latest incidents",
    description: "Sorted by time, latest first, and stored for 90 days.",
    needs: ["alarms:read"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
    takes: { alarmId: z.uuid("Not a valid id").optional().describe("Only incidents of this alarm") },
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
    description: "Set both quiet hours to null to remove them. Switching the alarm on resets its comparison.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
    takes: { id: recordId, input: alarmChanges },
    conditional: true,
    example: { quietFrom: "22:00", quietTo: "07:00" },
    answer: oneAlarm,
    message: "Alarm updated successfully!",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, input: changes }) => changeAlarm(services, actor, id, changes),
  }),
  mutation({
    name: "deleteAlarm",
    rest: "DELETE /api/alarms/:id",
    summary: "Delete an alarm",
    description: "Deletes its incidents too.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Alarm deleted successfully!",
    failures: [403, 404],
    run: (services, actor, { id }) => deleteAlarm(services, actor, id),
  }),
  mutation({
    name: "tryAlarm",
    rest: "POST /api/alarms/:id/try",
    summary: "Send a test mail with the current figures",
    description: "Only to recipients who have consented.",
    needs: ["alarms:write"],
    mayNeed: { "links:read": "for the names of links", "domains:read": "for those of domains" },
    takes: { id: recordId },
    answer: confirmation,
    message: "Test sent!",
    failures: [403, 404, 409],
    run: (services, actor, { id }) => tryAlarm(services, actor, id),
  }),
]);
