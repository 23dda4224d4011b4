import type { TagEvent } from "@hoplog/schema/events/tag.js";
import { tagKey, type TagColour } from "@hoplog/schema/tags/tags.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { Transaction } from "../../kernel/database/orm.ts";

/** Projection of the tag streams. */
export const TagRow = defineEntity({
  name: "TagRow",
  tableName: "tag",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    name: p.text(),
    /** Derived from the name; unique in a workspace. */
    key: p.text(),
    colour: p.text().$type<TagColour>(),
    createdAt: p.datetime(3),
  },
});

export type TagRow = InferEntity<typeof TagRow>;

/** Writes one event into the read tables. Postgres deletes the rows of `link_tag` of a deleted tag. */
export async function projectTag(tx: Transaction, event: TagEvent): Promise<void> {
  const { tagId } = event.data;
  switch (event.type) {
    case "TagCreated": {
      const { ownerId, name, colour, at } = event.data;
      await tx.insert(TagRow, { id: tagId, ownerId, name, key: tagKey(name), colour, createdAt: new Date(at) });
      return;
    }
    case "TagChanged": {
      const { name, colour } = event.data.to;
      await tx.nativeUpdate(TagRow, { id: tagId }, { name, key: tagKey(name), colour });
      return;
    }
    case "TagDeleted":
      await tx.nativeDelete(TagRow, { id: tagId });
      return;
  }
}
