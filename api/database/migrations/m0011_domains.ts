import { migration } from "./migration.ts";

/** Domains of workspaces. */
export const domains = migration("0011_domains", [
  // Numbers stand in keys of codes: none is ever given to another workspace's domain.
  `CREATE SEQUENCE domain_number AS integer`,
  `
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
      )`,
  // So that a restored database goes on behind the highest one.
  `ALTER SEQUENCE domain_number OWNED BY domain.number`,
  // A name may wait for proof at several workspaces, and is served for one.
  `CREATE UNIQUE INDEX domain_served ON domain (name) WHERE state IN ('verified', 'misconfigured')`,
  `CREATE UNIQUE INDEX domain_of_owner ON domain (owner_id, name) WHERE state <> 'removed'`,
  `CREATE UNIQUE INDEX domain_present_number ON domain (number) WHERE state <> 'removed'`,
  `CREATE UNIQUE INDEX domain_default ON domain (owner_id) WHERE is_default AND state <> 'removed'`,
  // Removed ones too, for the links that are still in them.
  `CREATE INDEX domain_by_owner ON domain (owner_id, number)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON domain TO hoplog_app`,
  `GRANT USAGE ON SEQUENCE domain_number TO hoplog_app`,
  // What checks of DNS have found: no projection. missing_at: since when there was no TXT record.
  `
      CREATE TABLE domain_check (
        domain_id uuid PRIMARY KEY,
        checked_at timestamptz(3) NOT NULL,
        next_at timestamptz(3) NOT NULL,
        missing_at timestamptz(3),
        records jsonb NOT NULL DEFAULT '[]',
        problems jsonb NOT NULL DEFAULT '[]',
        warnings jsonb NOT NULL DEFAULT '[]'
      )`,
  `CREATE INDEX domain_check_due ON domain_check (next_at)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON domain_check TO hoplog_app`,
  // The same code may exist in two domains. No release before this one that claims codes by it is beside this one.
  `DROP INDEX code_claim_code`,
  `CREATE INDEX link_by_domain ON link (domain) WHERE domain > 0`,

  // As in 0007, with domains.
  `
      CREATE OR REPLACE FUNCTION erase_account(account uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        address text := account || '@erased.invalid';
      BEGIN
        IF NOT EXISTS (SELECT FROM event WHERE stream_id = account AND type = 'UserDeleted') THEN
          RAISE EXCEPTION 'only a deleted account can be erased';
        END IF;
        PERFORM erase_audit(account);
        PERFORM erase_links(array(
          SELECT stream_id FROM event WHERE type = 'LinkCreated' AND data ->> 'ownerId' = account::text));
        UPDATE event SET data = data || CASE type
          WHEN 'GroupCreated' THEN '{"name": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'group' AND type IN ('GroupCreated', 'GroupRenamed') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'GroupCreated' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'DomainAdded' THEN '{"name": "", "token": ""}'::jsonb
          ELSE '{"from": {}, "to": {}}'::jsonb END
        WHERE stream_type = 'domain' AND type IN ('DomainAdded', 'DomainSettingsChanged') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'DomainAdded' AND data ->> 'ownerId' = account::text);
        UPDATE event SET data = data || CASE type
          WHEN 'UserEmailChanged' THEN jsonb_build_object('from', address, 'to', address)
          WHEN 'UserBanned' THEN '{"reason": ""}'::jsonb
          WHEN 'UserProfileChanged' THEN
            CASE WHEN jsonb_exists(data, 'name') THEN '{"name": {"from": "", "to": ""}}'::jsonb ELSE '{}' END ||
            CASE WHEN jsonb_exists(data, 'contactNumber') THEN '{"contactNumber": {"from": "", "to": ""}}'::jsonb
              ELSE '{}' END
          ELSE jsonb_build_object('name', '', 'email', address, 'contactNumber', '') END
        WHERE stream_id = account AND stream_type = 'user' AND type IN (
          'UserRegistered', 'UserRegisteredWithGoogle', 'UserProfileChanged', 'UserEmailChanged', 'UserBanned');
      END $$`,
]);
