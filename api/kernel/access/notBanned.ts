import { raw } from "@hoplog/platform/postgres/sql.js";

/** Returns SQL for an account that no operator has banned. `owner` is a column. */
export const notBanned = (owner: string) =>
  raw(`NOT EXISTS (SELECT FROM account_ban WHERE account_ban.user_id = ${owner})`);
