import { defineEntity, p } from "@mikro-orm/core";

/** Password hashes: no projection, since what is in an event can't be taken back. */
export const CredentialRow = defineEntity({
  name: "CredentialRow",
  tableName: "credential",
  properties: { userId: p.uuid().primary(), passwordHash: p.text(), changedAt: p.datetime(3) },
});
