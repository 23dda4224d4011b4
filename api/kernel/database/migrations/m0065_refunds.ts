import { migration } from "./migration.ts";

/** What was paid back of sales, in minor units, and how often that was changed. */
export const refunds = migration("0065_refunds", [
  `ALTER TABLE conversion ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
     ADD COLUMN refunds smallint NOT NULL DEFAULT 0`,
]);
