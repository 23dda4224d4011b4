/** Accounts, sessions, API keys, bans, limits and access to SQL. */
export const identity = `
      CREATE TABLE user_account (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        contact_number text NOT NULL,
        email_verified boolean NOT NULL,
        is_google_user boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_login timestamptz(3)
      );
      CREATE UNIQUE INDEX user_account_email ON user_account (lower(email));

      CREATE TABLE credential (
        user_id uuid PRIMARY KEY,
        password_hash text NOT NULL,
        changed_at timestamptz(3) NOT NULL
      );

      CREATE TABLE session (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        revoked_because text
      );
      CREATE INDEX session_by_user ON session (user_id);
      CREATE INDEX session_by_revocation ON session (revoked_at) WHERE revoked_at IS NOT NULL;

      CREATE TABLE refresh_token (
        hash text PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
        issued_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      );
      CREATE INDEX refresh_token_by_session ON refresh_token (session_id);
      GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON user_account, credential, session, refresh_token TO hoplog_app;

      -- Tokens of mailed links.
      CREATE TABLE mailed_token (
        hash text PRIMARY KEY,
        user_id uuid NOT NULL,
        purpose text NOT NULL,
        email text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX mailed_token_by_user ON mailed_token (user_id);

      CREATE TABLE email_change (
        user_id uuid PRIMARY KEY,
        email text NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );

      CREATE TABLE google_identity (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL,
        PRIMARY KEY (issuer, subject)
      );
      CREATE INDEX google_identity_by_user ON google_identity (user_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON mailed_token, email_change, google_identity TO hoplog_app;

      CREATE TABLE api_key (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        -- Of the key's secret.
        hash text NOT NULL UNIQUE,
        prefix text NOT NULL,
        scopes text[] NOT NULL,
        -- Links that the key can use; null for all.
        domain integer,
        group_id uuid,
        tag_id uuid,
        networks text[] NOT NULL,
        requests_per_minute integer CHECK (requests_per_minute > 0),
        expires_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3)
      );
      CREATE INDEX api_key_owner ON api_key (owner_id);
      CREATE INDEX api_key_user ON api_key (user_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON api_key TO hoplog_app;

      CREATE TABLE account_ban (
        user_id uuid PRIMARY KEY,
        reason text NOT NULL,
        at timestamptz(3) NOT NULL
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON account_ban TO hoplog_app;

      -- Limits that operators have set for accounts, in place of the installation's.
      CREATE TABLE account_limit (
        user_id uuid NOT NULL,
        name text NOT NULL,
        points integer NOT NULL CHECK (points > 0),
        seconds integer NOT NULL CHECK (seconds > 0),
        set_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, name)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON account_limit TO hoplog_app;

      -- In the form that rate-limiter-flexible reads and writes. Unlogged: counts may be lost in a crash.
      CREATE UNLOGGED TABLE rate_limit (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO hoplog_app;

      -- Accounts that may query ClickHouse themselves, and the queries and places of the SQL console.
      CREATE TABLE sql_access (
        user_id uuid PRIMARY KEY,
        granted_at timestamptz(3) NOT NULL
      );
      CREATE TABLE sql_credential (
        user_id uuid PRIMARY KEY,
        password_sha256 text NOT NULL
      );
      -- Sent to the process that writes ClickHouse's users, which leaves out banned accounts.
      CREATE FUNCTION sql_users_notify() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('hoplog_sql_users', ''); RETURN NULL; END $$;
      CREATE TRIGGER sql_users_notify AFTER INSERT OR UPDATE OR DELETE ON sql_credential
        FOR EACH STATEMENT EXECUTE FUNCTION sql_users_notify();
      CREATE TRIGGER account_ban_notify AFTER INSERT OR UPDATE OR DELETE ON account_ban
        FOR EACH STATEMENT EXECUTE FUNCTION sql_users_notify();
      GRANT SELECT, INSERT, UPDATE, DELETE ON sql_access, sql_credential TO hoplog_app;

      CREATE TABLE saved_query (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        name text NOT NULL,
        text text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (owner_id, name)
      );
      -- Places in which queries run, one per workspace at a time. The api that runs a query renews its place.
      CREATE UNLOGGED TABLE sql_run (
        place integer PRIMARY KEY,
        owner_id uuid NOT NULL UNIQUE,
        query_id uuid NOT NULL UNIQUE,
        expires_at timestamptz(3) NOT NULL
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON saved_query, sql_run TO hoplog_app`;
