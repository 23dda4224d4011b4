import type { ShareTarget, ShareDimension, ShareFigure } from "@hoplog/schema/shares/share.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** A page of figures that is shown to others. Whoever has the token reaches it; only its hash is kept. */
export const ShareRow = defineEntity({
  name: "ShareRow",
  tableName: "share",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    name: p.text(),
    target: p.text().$type<ShareTarget>(),
    /** Of the group or the link. */
    targetId: p.uuid().strictNullable(),
    figures: p.array().$type<ShareFigure[]>(),
    dimensions: p.array().$type<ShareDimension[]>(),
    /** Days are its. */
    timeZone: p.text(),
    /** Nothing before it is ever shown. */
    fromAt: p.datetime(3).strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
    /** Another one with every new password. */
    passwordId: p.uuid().strictNullable(),
    passwordHash: p.text().strictNullable(),
    origins: p.array().$type<string[]>(),
    tokenHash: p.text(),
    revision: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type ShareRow = InferEntity<typeof ShareRow>;
