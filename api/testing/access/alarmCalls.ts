import type { RestRow } from "./restRow.ts";
import { nonsense } from "./mailedTokens.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.alarm.id });

export const alarmCalls: readonly RestRow[] = [
  {
    call: "POST /api/alarms",
    request: () => ({ body: { kind: "spike", emails: ["somebody@another.example"] } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/alarms",
    how: "of the owner's link",
    request: ({ owner }) => ({ body: { kind: "drop", linkId: owner.link.id, emails: ["somebody@another.example"] } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "POST /api/alarms",
    how: "to nobody",
    request: () => ({ body: { kind: "spike", emails: ["nobody"] } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/alarms", request: () => ({}), stranger: "ok", shows: ({ alarm }) => alarm.id },
  { call: "GET /api/alarms/history", request: () => ({}), stranger: "ok", shows: ({ alarm }) => alarm.firingId },
  {
    call: "GET /api/alarms/history",
    how: "of the owner's alarm",
    request: ({ owner }) => ({ query: { alarm: owner.alarm.id } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ alarm }) => alarm.firingId,
  },
  {
    call: "PATCH /api/alarms/:id",
    request: ({ owner }) => ({ id: owner.alarm.id, body: { minimum: 30 } }),
    shows: ({ alarm }) => alarm.id,
    changes: true,
  },
  { call: "POST /api/alarms/:id/try", request: ofOwner, changes: true },
  { call: "DELETE /api/alarms/:id", request: ofOwner, changes: true },
  {
    // The call only shows a page, with any token.
    call: "GET /api/alarms/confirm",
    request: () => ({ query: { token: nonsense } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/alarms/confirm",
    request: ({ api, owner }, who) => ({
      query: {
        token: who === "the owner" ? api.services.alarmTokens.sign("confirm alarms", owner.alarm.addressId) : nonsense,
      },
    }),
    signedOut: 410,
    stranger: 410,
  },
  {
    // The call only shows a page, with any token.
    call: "GET /api/alarms/stop",
    request: () => ({ query: { token: nonsense } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "POST /api/alarms/stop",
    request: ({ api, owner }, who) => ({
      query: {
        token: who === "the owner" ? api.services.alarmTokens.sign("stop alarms", owner.alarm.addressId) : nonsense,
      },
    }),
    signedOut: 410,
    stranger: 410,
    changes: true,
  },
];
