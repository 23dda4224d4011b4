import { migration } from "./migration.ts";

/** Finds a workspace's links by where they lead. Of destinations only a hash is kept: they have up to 2,048 characters. */
export const linksByDestination = migration("0026_links_by_destination", [
  `CREATE INDEX link_by_destination ON link (owner_id, hashtextextended(original_url, 0))`,
]);
