import { migration } from "./migration.ts";

const kept = (table: string): string => `
      CREATE TABLE ${table} (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, name)
      )`;

/** Saved views of the list of links, and templates and rules of campaign parameters. */
export const presets = migration("0028_presets", [
  kept("link_view"),
  kept("utm_template"),
  `
      CREATE TABLE utm_rules (
        owner_id uuid PRIMARY KEY,
        lower_case boolean NOT NULL,
        -- The values that each parameter may have.
        allowed jsonb NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON link_view, utm_template, utm_rules TO hoplog_app`,
]);
