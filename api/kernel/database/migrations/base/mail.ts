/** Outgoing emails, reports and alarms. */
export const mail = `
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        data jsonb NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        next_try_at timestamptz(3) NOT NULL,
        give_up_at timestamptz(3) NOT NULL
      );
      CREATE INDEX mail_outbox_by_next_try ON mail_outbox (next_try_at);
      -- Mails of the mailbox page; user_id is null for mails that belong to no account.
      CREATE TABLE mailbox (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        sender text NOT NULL,
        recipient text NOT NULL,
        subject text NOT NULL,
        html text NOT NULL,
        text text NOT NULL,
        at timestamptz(3) NOT NULL,
        user_id uuid
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON mail_outbox, mailbox TO hoplog_app;

      -- Reports are sent only to confirmed addresses: due_at is null until then.
      CREATE TABLE report (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        email text NOT NULL,
        cadence text NOT NULL CHECK (cadence IN ('weekly', 'monthly')),
        tz text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        -- First day of the next report's period, in the report's time zone.
        next_day date,
        due_at timestamptz(3),
        CHECK ((confirmed_at IS NULL) = (due_at IS NULL)),
        CHECK ((confirmed_at IS NULL) = (next_day IS NULL))
      );
      CREATE UNIQUE INDEX report_once ON report (owner_id, lower(email), cadence);
      CREATE INDEX report_due ON report (due_at);
      CREATE INDEX report_unconfirmed ON report (created_at) WHERE confirmed_at IS NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE ON report TO hoplog_app;

      -- An address confirms once for all alarms of a workspace. Alarms without a confirmed address are not evaluated.
      CREATE TABLE alarm_address (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        email text NOT NULL,
        asked_at timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        -- When an alarm was last mailed to it.
        mailed_at timestamptz(3)
      );
      CREATE UNIQUE INDEX alarm_address_once ON alarm_address (owner_id, lower(email));
      CREATE INDEX alarm_address_unconfirmed ON alarm_address (asked_at) WHERE confirmed_at IS NULL;

      CREATE TABLE alarm (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        kind text NOT NULL,
        -- Null: the whole workspace.
        link_id uuid,
        per text CHECK (per IN ('hour', 'day')),
        sensitivity text CHECK (sensitivity IN ('low', 'medium', 'high')),
        minimum integer CHECK (minimum > 0),
        days_before integer CHECK (days_before > 0),
        tz text NOT NULL,
        -- Quiet hours: minutes of the day in the alarm's time zone; null for none.
        quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
        quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
        is_on boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- End of the last window that was evaluated.
        judged_to timestamptz(3) NOT NULL,
        -- Time of the next evaluation, and of the next attempt after a failure.
        due_at timestamptz(3) NOT NULL,
        try_at timestamptz(3) NOT NULL,
        -- The current incident, and the end of the last one.
        firing_id uuid,
        calm_since timestamptz(3),
        CONSTRAINT alarm_kind CHECK (kind IN ('spike', 'drop', 'misses', 'expiring', 'dead')),
        CONSTRAINT alarm_check CHECK (link_id IS NULL OR kind IN ('spike', 'drop')),
        CONSTRAINT alarm_check1 CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
        CONSTRAINT alarm_days_before CHECK ((kind = 'expiring') = (days_before IS NOT NULL)),
        -- The other kinds compare numbers.
        CONSTRAINT alarm_counted CHECK (
          (kind IN ('expiring', 'dead')) = (per IS NULL) AND (per IS NULL) = (sensitivity IS NULL)
          AND (per IS NULL) = (minimum IS NULL))
      );
      CREATE INDEX alarm_by_owner ON alarm (owner_id, id);
      CREATE INDEX alarm_by_link ON alarm (link_id) WHERE link_id IS NOT NULL;
      CREATE INDEX alarm_due ON alarm (due_at) WHERE is_on;

      CREATE TABLE alarm_recipient (
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        address_id uuid NOT NULL REFERENCES alarm_address ON DELETE CASCADE,
        PRIMARY KEY (alarm_id, address_id)
      );
      CREATE INDEX alarm_recipient_by_address ON alarm_recipient (address_id);

      -- The numbers that an alarm compared when it fired.
      CREATE TABLE alarm_firing (
        id uuid PRIMARY KEY,
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        window_from timestamptz(3) NOT NULL,
        window_to timestamptz(3) NOT NULL,
        figure integer NOT NULL,
        usual double precision,
        -- Expiring things: kind, ID and time of expiry.
        subjects jsonb NOT NULL DEFAULT '[]',
        fired_at timestamptz(3) NOT NULL,
        over_at timestamptz(3),
        -- When the mail is sent: immediately, or at the end of quiet hours.
        mail_at timestamptz(3) NOT NULL
      );
      CREATE INDEX alarm_firing_by_alarm ON alarm_firing (alarm_id, fired_at);
      CREATE INDEX alarm_firing_by_time ON alarm_firing (fired_at);

      -- Firings that wait to be mailed to an address.
      CREATE TABLE alarm_notice (
        address_id uuid NOT NULL REFERENCES alarm_address ON DELETE CASCADE,
        firing_id uuid NOT NULL REFERENCES alarm_firing ON DELETE CASCADE,
        send_at timestamptz(3) NOT NULL,
        PRIMARY KEY (address_id, firing_id)
      );
      CREATE INDEX alarm_notice_due ON alarm_notice (send_at);
      CREATE INDEX alarm_notice_by_firing ON alarm_notice (firing_id);

      -- Expiries that an alarm has reported, so that each is reported once.
      CREATE TABLE alarm_told (
        alarm_id uuid NOT NULL REFERENCES alarm ON DELETE CASCADE,
        subject uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (alarm_id, subject, at)
      );
      CREATE INDEX alarm_told_by_subject ON alarm_told (subject);
      GRANT SELECT, INSERT, UPDATE, DELETE ON alarm_address, alarm, alarm_recipient, alarm_firing, alarm_notice, alarm_told TO hoplog_app`;
