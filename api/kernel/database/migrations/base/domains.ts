/** Domains of workspaces. */
export const domains = `
      -- Numbers are part of the keys of codes: none is ever given to another workspace's domain.
      CREATE SEQUENCE domain_number AS integer;
      CREATE TABLE domain (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        number integer NOT NULL CHECK (number > 0),
        name text NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'verified', 'misconfigured', 'lost', 'removed')),
        ignores_case boolean NOT NULL,
        token text NOT NULL,
        settings jsonb NOT NULL DEFAULT '{}',
        is_default boolean NOT NULL DEFAULT false,
        revision integer NOT NULL,
        added_at timestamptz(3) NOT NULL,
        state_at timestamptz(3) NOT NULL
      );
      -- A restored database continues after the highest number.
      ALTER SEQUENCE domain_number OWNED BY domain.number;
      -- Several workspaces may wait for a name's proof; one is served.
      CREATE UNIQUE INDEX domain_served ON domain (name) WHERE state IN ('verified', 'misconfigured');
      CREATE UNIQUE INDEX domain_of_owner ON domain (owner_id, name) WHERE state <> 'removed';
      CREATE UNIQUE INDEX domain_present_number ON domain (number) WHERE state <> 'removed';
      CREATE UNIQUE INDEX domain_default ON domain (owner_id) WHERE is_default AND state <> 'removed';
      -- Removed domains too: they may still have links.
      CREATE INDEX domain_by_owner ON domain (owner_id, number);
      GRANT SELECT, INSERT, UPDATE, DELETE ON domain TO hoplog_app;
      GRANT USAGE ON SEQUENCE domain_number TO hoplog_app;

      -- Results of DNS checks, which are no events.
      CREATE TABLE domain_check (
        domain_id uuid PRIMARY KEY,
        checked_at timestamptz(3) NOT NULL,
        next_at timestamptz(3) NOT NULL,
        -- First check that found no TXT record; null while it is there.
        missing_at timestamptz(3),
        records jsonb NOT NULL DEFAULT '[]',
        problems jsonb NOT NULL DEFAULT '[]',
        warnings jsonb NOT NULL DEFAULT '[]'
      );
      CREATE INDEX domain_check_due ON domain_check (next_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON domain_check TO hoplog_app`;
