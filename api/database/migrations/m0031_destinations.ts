import { migration } from "./migration.ts";

/**
 * What is known of where links lead: a row for each destination of a workspace, and the images that their pages name. All of it
 * was fetched from servers of others; nothing of it is an event.
 */
export const destinations = migration("0031_destinations", [
  `
      CREATE TABLE destination_image (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('icon', 'picture')),
        url text NOT NULL,
        -- Null: nothing that can be shown is there.
        type text CHECK (type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon')),
        content bytea,
        fetched_at timestamptz(3) NOT NULL,
        CHECK ((type IS NULL) = (content IS NULL))
      )`,
  `CREATE UNIQUE INDEX destination_image_once ON destination_image (owner_id, kind, hashtextextended(url, 0))`,
  `CREATE INDEX destination_image_by_age ON destination_image (owner_id, kind, fetched_at)`,
  `
      CREATE TABLE destination (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        owner_id uuid NOT NULL,
        url text NOT NULL,
        added_at timestamptz(3) NOT NULL,
        -- Nobody has asked there yet.
        is_new boolean NOT NULL DEFAULT true,
        -- When it is asked next; of new ones the latest come first.
        due_at timestamptz(3) NOT NULL,
        fetched_at timestamptz(3),
        checked_at timestamptz(3),
        -- The last answer, and why it is none that visitors want.
        status smallint,
        problem text,
        failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        dead_since timestamptz(3),
        title text,
        description text,
        icon_id uuid REFERENCES destination_image ON DELETE SET NULL,
        picture_id uuid REFERENCES destination_image ON DELETE SET NULL
      )`,
  `CREATE UNIQUE INDEX destination_once ON destination (owner_id, hashtextextended(url, 0))`,
  `CREATE INDEX destination_new ON destination (owner_id, added_at DESC) WHERE is_new`,
  `CREATE INDEX destination_due ON destination (due_at) WHERE NOT is_new`,
  `CREATE INDEX destination_dead ON destination (owner_id, dead_since) WHERE dead_since IS NOT NULL`,
  `CREATE INDEX destination_by_icon ON destination (icon_id) WHERE icon_id IS NOT NULL`,
  `CREATE INDEX destination_by_picture ON destination (picture_id) WHERE picture_id IS NOT NULL`,
  // Workspaces that want nothing of it.
  `
      CREATE TABLE destination_checks_off (
        owner_id uuid PRIMARY KEY,
        set_by uuid,
        set_at timestamptz(3) NOT NULL
      )`,
  // Up to which link all links have been looked through; null: they were.
  `
      CREATE TABLE destination_walk (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        walked_to uuid,
        -- Tells a walk that was begun anew from the one before.
        number integer NOT NULL DEFAULT 1
      )`,
  // A kind of alarms that is about them: it compares no figures either.
  `
      DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT conname FROM pg_constraint
          WHERE conrelid = 'alarm'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%expiring%'
        LOOP EXECUTE format('ALTER TABLE alarm DROP CONSTRAINT %I', name); END LOOP;
      END $$`,
  `
      ALTER TABLE alarm
        ADD CONSTRAINT alarm_kind CHECK (kind IN ('spike', 'drop', 'misses', 'expiring', 'dead')),
        ADD CONSTRAINT alarm_days_before CHECK ((kind = 'expiring') = (days_before IS NOT NULL)),
        ADD CONSTRAINT alarm_counted CHECK (
          (kind IN ('expiring', 'dead')) = (per IS NULL) AND (per IS NULL) = (sensitivity IS NULL)
          AND (per IS NULL) = (minimum IS NULL))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON destination_image, destination, destination_checks_off, destination_walk TO hoplog_app`,
]);
