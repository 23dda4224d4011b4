import { migration } from "./migration.ts";

/** Designs of QR codes that workspaces keep, beside the other presets. */
export const qrDesigns = migration("0047_qr_designs", [
  `
      CREATE TABLE qr_design (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, name)
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON qr_design TO hoplog_app`,
]);
