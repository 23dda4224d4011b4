import { migration } from "./migration.ts";

/**
 * Pages of figures that are shown to others at a secret address, of which a hash is kept. Every api is told of what is changed or
 * gone, by whatever way: streams that are open end then.
 */
export const shares = migration("0016_shares", [
  `
      CREATE TABLE share (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        target text NOT NULL CHECK (target IN ('account', 'group', 'link')),
        target_id uuid CHECK ((target = 'account') = (target_id IS NULL)),
        figures text[] NOT NULL,
        dimensions text[] NOT NULL,
        time_zone text NOT NULL,
        from_at timestamptz(3),
        expires_at timestamptz(3),
        password_id uuid,
        password_hash text CHECK ((password_id IS NULL) = (password_hash IS NULL)),
        origins text[] NOT NULL,
        token_hash text NOT NULL UNIQUE,
        revision integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX share_by_owner ON share (owner_id, created_at)`,
  `CREATE INDEX share_by_target ON share (target_id) WHERE target_id IS NOT NULL`,
  `
      CREATE FUNCTION share_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_shares', OLD.id::text); RETURN NULL; END $$`,
  `CREATE TRIGGER share_notify AFTER UPDATE OR DELETE ON share FOR EACH ROW EXECUTE FUNCTION share_notify()`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON share TO hoplog_app`,
]);
