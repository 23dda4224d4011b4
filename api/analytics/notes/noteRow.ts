import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** What somebody wrote to a moment, for the whole workspace or for one link. */
export const NoteRow = defineEntity({
  name: "NoteRow",
  tableName: "note",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    linkId: p.uuid().strictNullable(),
    at: p.datetime(3),
    text: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type NoteRow = InferEntity<typeof NoteRow>;
