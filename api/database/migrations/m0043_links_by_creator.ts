import { migration } from "./migration.ts";

/** Links that an API key has made are found by it. By hand is the rest. */
export const linksByCreator = migration("0043_links_by_creator", [
  `
      CREATE INDEX event_link_made_by_key ON event ((meta ->> 'apiKeyId'), stream_id)
      WHERE stream_version = 1 AND stream_type = 'link' AND meta ->> 'apiKeyId' IS NOT NULL`,
]);
