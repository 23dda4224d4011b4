import { defineEntity, p } from "@mikro-orm/core";

/** Projection of the user streams: who has access, and since when. */
export const SqlAccessRow = defineEntity({
  name: "SqlAccessRow",
  tableName: "sql_access",
  properties: { userId: p.uuid().primary(), grantedAt: p.datetime(3) },
});

/** Passwords as ClickHouse compares them: no projection, since what is in an event can't be taken back. */
export const SqlCredentialRow = defineEntity({
  name: "SqlCredentialRow",
  tableName: "sql_credential",
  properties: { userId: p.uuid().primary(), passwordSha256: p.text() },
});
