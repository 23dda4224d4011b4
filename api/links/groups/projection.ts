import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { GroupEvent } from "@hoplog/schema/events/group.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { LinkRow } from "../core/linkRow.ts";

/** Projection of the group streams. */
export const GroupRow = defineEntity({
  name: "GroupRow",
  tableName: "link_group",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    name: p.text(),
    createdAt: p.datetime(3),
    /** The version of the group's stream when the row is read. */
    revision: p.integer().formula((group) => `(SELECT max(stream_version) FROM event WHERE stream_id = ${group.id})`),
  },
});

export type GroupRow = InferEntity<typeof GroupRow>;

/** Writes one event into the read tables. The links of a deleted group remain, in no group. */
export async function projectGroup(tx: Transaction, event: GroupEvent): Promise<void> {
  const { groupId } = event.data;
  switch (event.type) {
    case "GroupCreated": {
      const { ownerId, name, at } = event.data;
      await tx.insert(GroupRow, { id: groupId, ownerId, name, createdAt: new Date(at) });
      return;
    }
    case "GroupRenamed":
      await tx.nativeUpdate(GroupRow, { id: groupId }, { name: event.data.to });
      return;
    case "GroupDeleted":
      await tx.nativeDelete(GroupRow, { id: groupId });
      await tx.nativeUpdate(LinkRow, { groupId }, { groupId: null });
      return;
  }
}
