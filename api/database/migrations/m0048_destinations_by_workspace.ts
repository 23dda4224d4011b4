import { migration } from "./migration.ts";

/** Destinations that are due are also found by workspace: each has its turn, however many another has. */
export const destinationsByWorkspace = migration("0048_destinations_by_workspace", [
  `CREATE INDEX destination_due_by_owner ON destination (owner_id, due_at) WHERE NOT is_new AND checked_at IS NOT NULL`,
]);
