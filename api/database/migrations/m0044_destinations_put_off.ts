import { migration } from "./migration.ts";

/** New destinations that were put off are found apart from those that are checked daily. */
export const destinationsPutOff = migration("0044_destinations_put_off", [
  `DROP INDEX destination_due`,
  `CREATE INDEX destination_due ON destination (due_at) WHERE NOT is_new AND checked_at IS NOT NULL`,
  `CREATE INDEX destination_put_off ON destination (due_at) WHERE NOT is_new AND checked_at IS NULL`,
]);
