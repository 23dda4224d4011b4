/** Results of fetching links' destinations from other servers; they are not stored as events. */
export const destinations = `
      CREATE TABLE destination_image (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('icon', 'picture')),
        url text NOT NULL,
        -- Null: there is no image that can be shown.
        type text CHECK (type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon')),
        content bytea,
        fetched_at timestamptz(3) NOT NULL,
        CHECK ((type IS NULL) = (content IS NULL))
      );
      CREATE UNIQUE INDEX destination_image_once ON destination_image (owner_id, kind, hashtextextended(url, 0));
      CREATE INDEX destination_image_by_age ON destination_image (owner_id, kind, fetched_at);

      CREATE TABLE destination (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        owner_id uuid NOT NULL,
        url text NOT NULL,
        added_at timestamptz(3) NOT NULL,
        -- It has not been fetched yet.
        is_new boolean NOT NULL DEFAULT true,
        -- Time of the next fetch; the newest of new destinations come first.
        due_at timestamptz(3) NOT NULL,
        fetched_at timestamptz(3),
        checked_at timestamptz(3),
        -- The last answer, and its problem for visitors.
        status smallint,
        problem text,
        failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        dead_since timestamptz(3),
        title text,
        description text,
        icon_id uuid REFERENCES destination_image ON DELETE SET NULL,
        picture_id uuid REFERENCES destination_image ON DELETE SET NULL
      );
      CREATE UNIQUE INDEX destination_once ON destination (owner_id, hashtextextended(url, 0));
      CREATE INDEX destination_new ON destination (owner_id, added_at DESC) WHERE is_new;
      -- Checked daily; by workspace too, so that each has its turn. Destinations that were put off are apart.
      CREATE INDEX destination_due ON destination (due_at) WHERE NOT is_new AND checked_at IS NOT NULL;
      CREATE INDEX destination_due_by_owner ON destination (owner_id, due_at) WHERE NOT is_new AND checked_at IS NOT NULL;
      CREATE INDEX destination_put_off ON destination (due_at) WHERE NOT is_new AND checked_at IS NULL;
      CREATE INDEX destination_dead ON destination (owner_id, dead_since) WHERE dead_since IS NOT NULL;
      CREATE INDEX destination_by_icon ON destination (icon_id) WHERE icon_id IS NOT NULL;
      CREATE INDEX destination_by_picture ON destination (picture_id) WHERE picture_id IS NOT NULL;

      -- Workspaces that have switched checks off.
      CREATE TABLE destination_checks_off (
        owner_id uuid PRIMARY KEY,
        set_by uuid,
        set_at timestamptz(3) NOT NULL
      );
      -- Up to which link all links have been searched for destinations; null: all were.
      CREATE TABLE destination_walk (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        walked_to uuid,
        -- Distinguishes a walk that began anew from the one before.
        number integer NOT NULL DEFAULT 1
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON destination_image, destination, destination_checks_off, destination_walk TO hoplog_app`;
