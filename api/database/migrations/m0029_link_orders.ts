import { migration } from "./migration.ts";

/** Lists of links by their last change and by their notes. Links without a note pay for the first one alone. */
export const linkOrders = migration("0029_link_orders", [
  `CREATE INDEX link_by_update ON link (owner_id, updated_at, id)`,
  `CREATE INDEX link_by_note ON link (owner_id, lower(left(note, 100)), id) WHERE note IS NOT NULL`,
]);
