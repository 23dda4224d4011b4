import { migration } from "./migration.ts";

/** Refunded amounts of sales in minor units, and the number of times they were changed. */
export const refunds = migration("0065_refunds", [
  `ALTER TABLE conversion ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
     ADD COLUMN refunds smallint NOT NULL DEFAULT 0`,
]);
