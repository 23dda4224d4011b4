import { migration } from "./migration.ts";

/** Deletes the cursor and view of the topic `links.v1`, and the choice between topics. */
export const linksV1 = migration("0055_links_v1", [
  "DROP VIEW redirect_target",
  "DELETE FROM relay_checkpoint WHERE name = 'links.v1' OR name LIKE 'links.v1@%'",
  "ALTER TABLE links_publication DROP COLUMN topics",
]);
