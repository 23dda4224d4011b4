import { migration } from "./migration.ts";

/** What people write to moments of their charts. No projection: what is changed has its row in the audit. */
export const notes = migration("0015_notes", [
  `
      CREATE TABLE note (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        link_id uuid,
        at timestamptz(3) NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX note_by_owner ON note (owner_id, at)`,
  `CREATE INDEX note_by_link ON note (link_id) WHERE link_id IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON note TO hoplog_app`,
]);
