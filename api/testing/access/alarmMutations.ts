import type { GraphqlRow } from "./graphqlRow.ts";

export const alarmMutations: readonly GraphqlRow[] = [
  {
    call: "Mutation.createAlarm",
    request: () => ({ input: { kind: "spike", emails: ["somebody@another.example"] } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.createAlarm",
    how: "of the owner's link",
    request: ({ owner }) => ({ input: { kind: "drop", linkId: owner.link.id, emails: ["somebody@another.example"] } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.createAlarm",
    how: "to nobody",
    request: () => ({ input: { kind: "spike", emails: ["nobody"] } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "Mutation.updateAlarm",
    request: ({ owner }) => ({ id: owner.alarm.id, input: { minimum: 30 } }),
    shows: ({ alarm }) => alarm.id,
    changes: true,
  },
  {
    call: "Mutation.tryAlarm",
    request: ({ owner }) => ({ id: owner.alarm.id }),
    shows: ({ alarm }) => alarm.id,
    changes: true,
  },
  {
    call: "Mutation.deleteAlarm",
    request: ({ owner }) => ({ id: owner.alarm.id }),
    shows: ({ alarm }) => alarm.id,
    changes: true,
  },
];
