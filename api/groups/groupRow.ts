import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Projection of the group streams. */
export const GroupRow = defineEntity({
  name: "GroupRow",
  tableName: "link_group",
  properties: { id: p.uuid().primary(), ownerId: p.uuid(), name: p.text(), createdAt: p.datetime(3) },
});

export type GroupRow = InferEntity<typeof GroupRow>;
