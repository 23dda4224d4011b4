import { migration } from "./migration.ts";

/** Alarms by mail. Addresses agree once for all alarms of a workspace; nothing is judged for an alarm that reaches nobody. */
export const alarms = migration("0018_alarms", [
  `
      CREATE TABLE alarm_address (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        email text NOT NULL,
        asked_at timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        -- When alarms were last mailed there.
        mailed_at timestamptz(3)
      )`,
  `CREATE UNIQUE INDEX alarm_address_once ON alarm_address (owner_id, lower(email))`,
  `CREATE INDEX alarm_address_unconfirmed ON alarm_address (asked_at) WHERE confirmed_at IS NULL`,
  `
      CREATE TABLE alarm (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('spike', 'drop', 'misses', 'expiring')),
        -- Null: the whole workspace.
        link_id uuid CHECK (link_id IS NULL OR kind IN ('spike', 'drop')),
        per text CHECK (per IN ('hour', 'day')),
        sensitivity text CHECK (sensitivity IN ('low', 'medium', 'high')),
        minimum integer CHECK (minimum > 0),
        days_before integer CHECK (days_before > 0),
        tz text NOT NULL,
        -- Minutes of the day of the alarm's time zone; null: it is never quiet.
        quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
        quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
        is_on boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- End of the last window that was judged.
        judged_to timestamptz(3) NOT NULL,
        -- When it is judged next, and not before which time after a failure.
        due_at timestamptz(3) NOT NULL,
        try_at timestamptz(3) NOT NULL,
        -- The incident that goes on, and when the last one was over.
        firing_id uuid,
        calm_since timestamptz(3),
        CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
        CHECK ((kind = 'expiring') = (days_before IS NOT NULL)),
        CHECK ((kind = 'expiring') = (per IS NULL)),
        CHECK ((kind = 'expiring') = (sensitivity IS NULL)),
        CHECK ((kind = 'expiring') = (minimum IS NULL))
      )`,
  `CREATE INDEX alarm_by_owner ON alarm (owner_id, id)`,
  `CREATE INDEX alarm_by_link ON alarm (link_id) WHERE link_id IS NOT NULL`,
  `CREATE INDEX alarm_due ON alarm (due_at) WHERE is_on`,
  `
      CREATE TABLE alarm_recipient (
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        address_id uuid NOT NULL REFERENCES alarm_address ON DELETE CASCADE,
        PRIMARY KEY (alarm_id, address_id)
      )`,
  `CREATE INDEX alarm_recipient_by_address ON alarm_recipient (address_id)`,
  // What an alarm has compared when it fired.
  `
      CREATE TABLE alarm_firing (
        id uuid PRIMARY KEY,
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        window_from timestamptz(3) NOT NULL,
        window_to timestamptz(3) NOT NULL,
        figure integer NOT NULL,
        usual double precision,
        -- Of what expires: what it is, its id, and when.
        subjects jsonb NOT NULL DEFAULT '[]',
        fired_at timestamptz(3) NOT NULL,
        over_at timestamptz(3),
        -- When its mail goes out: at once, or when the quiet hours end.
        mail_at timestamptz(3) NOT NULL
      )`,
  `CREATE INDEX alarm_firing_by_alarm ON alarm_firing (alarm_id, fired_at)`,
  `CREATE INDEX alarm_firing_by_time ON alarm_firing (fired_at)`,
  // What waits to be mailed to an address.
  `
      CREATE TABLE alarm_notice (
        address_id uuid NOT NULL REFERENCES alarm_address ON DELETE CASCADE,
        firing_id uuid NOT NULL REFERENCES alarm_firing ON DELETE CASCADE,
        send_at timestamptz(3) NOT NULL,
        PRIMARY KEY (address_id, firing_id)
      )`,
  `CREATE INDEX alarm_notice_due ON alarm_notice (send_at)`,
  `CREATE INDEX alarm_notice_by_firing ON alarm_notice (firing_id)`,
  // What an alarm has said of things that expire: each once.
  `
      CREATE TABLE alarm_told (
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        subject uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (alarm_id, subject, at)
      )`,
  `CREATE INDEX alarm_told_by_subject ON alarm_told (subject)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON alarm_address, alarm, alarm_recipient, alarm_firing, alarm_notice, alarm_told TO hoplog_app`,
]);
