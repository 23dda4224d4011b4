import type { ShareTarget, ShareDimension, ShareFigure } from "@hoplog/schema/shares/share.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** A shared page of figures. Its token grants access; only the token's hash is stored. */
export const ShareRow = defineEntity({
  name: "ShareRow",
  tableName: "share",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    name: p.text(),
    target: p.text().$type<ShareTarget>(),
    /** Id of the group or link that the page shows. */
    targetId: p.uuid().strictNullable(),
    figures: p.array().$type<ShareFigure[]>(),
    dimensions: p.array().$type<ShareDimension[]>(),
    /** Time zone in which the page counts days. */
    timeZone: p.text(),
    /** Start of the shown clicks; earlier ones are never shown. */
    fromAt: p.datetime(3).strictNullable(),
    expiresAt: p.datetime(3).strictNullable(),
    /** Id of the password, which changes with every new password. */
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
