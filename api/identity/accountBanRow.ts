import { defineEntity, p } from "@mikro-orm/core";

/** Projection of the user streams: the accounts that are banned. */
export const AccountBanRow = defineEntity({
  name: "AccountBanRow",
  tableName: "account_ban",
  properties: { userId: p.uuid().primary(), reason: p.text(), at: p.datetime(3) },
});
