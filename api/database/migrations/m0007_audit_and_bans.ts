import { migration } from "./migration.ts";

/**
 * The audit, to which rows are only ever added, and bans. Two functions are the only ways in which rows of the audit
 * change or go: `expire_audit` and, for a deleted account, `erase_account`. A trigger refuses everybody else, the
 * owner of the table too.
 */
export const auditAndBans = migration("0007_audit_and_bans", [
  `
      CREATE TABLE audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'operator', 'system')),
        user_id uuid,
        workspace_id uuid,
        credential_kind text NOT NULL,
        credential_id uuid,
        via text NOT NULL,
        command_id uuid,
        action text NOT NULL CHECK (length(action) <= 100),
        resource_type text NOT NULL,
        resource_id uuid NOT NULL,
        detail jsonb NOT NULL CHECK (octet_length(detail::text) <= 8192),
        address text CHECK (length(address) <= 100)
      )`,
  `CREATE INDEX audit_by_time ON audit (at)`,
  `CREATE INDEX audit_by_user ON audit (user_id, id) WHERE user_id IS NOT NULL`,
  `CREATE INDEX audit_by_resource ON audit (resource_id, id)`,
  `
      CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF current_setting('hoplog.audit', true) IS DISTINCT FROM TG_OP THEN
            RAISE EXCEPTION 'rows of the audit are only ever added';
          END IF;
          RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
        END $$`,
  `
      CREATE TRIGGER audit_refuse_rows BEFORE UPDATE OR DELETE ON audit
        FOR EACH ROW EXECUTE FUNCTION audit_refuse()`,
  `
      CREATE TRIGGER audit_refuse_truncate BEFORE TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()`,
  `GRANT SELECT, INSERT ON audit TO hoplog_app`,
  // The setting holds within the function alone.
  `
      CREATE FUNCTION expire_audit(days integer) RETURNS bigint
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET hoplog.audit = 'DELETE' AS $$
      DECLARE
        gone bigint;
      BEGIN
        IF days IS NULL OR days < 30 THEN
          RAISE EXCEPTION 'the audit is kept for 30 days at least';
        END IF;
        DELETE FROM audit WHERE at < now() - make_interval(days => days);
        GET DIAGNOSTICS gone = ROW_COUNT;
        RETURN gone;
      END $$`,
  `
      CREATE FUNCTION erase_audit(account uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET hoplog.audit = 'UPDATE' AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM event WHERE stream_id = account AND type = 'UserDeleted') THEN
          RAISE EXCEPTION 'only a deleted account can be erased';
        END IF;
        UPDATE audit SET address = NULL, detail = '{}'
        WHERE user_id = account OR resource_id = account OR resource_id IN (
          SELECT stream_id FROM event WHERE type IN ('LinkCreated', 'GroupCreated') AND data ->> 'ownerId' = account::text);
      END $$`,

  `ALTER TABLE link ADD COLUMN ban_reason text`,
  `
      CREATE TABLE account_ban (
        user_id uuid PRIMARY KEY,
        reason text NOT NULL,
        at timestamptz(3) NOT NULL
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON account_ban TO hoplog_app`,
  // Whoever writes ClickHouse's users file leaves out banned accounts.
  `
      CREATE TRIGGER account_ban_notify AFTER INSERT OR UPDATE OR DELETE ON account_ban
        FOR EACH STATEMENT EXECUTE FUNCTION sql_users_notify()`,
  // To visitors a ban is a link that is switched off.
  `
      CREATE OR REPLACE VIEW link_target AS
        SELECT domain, code, id AS link_id, owner_id, revision, original_url AS url,
          CASE
            WHEN NOT is_active OR ban_reason IS NOT NULL OR EXISTS (SELECT FROM account_ban WHERE user_id = owner_id)
              THEN 'inactive'
            WHEN plan IS NULL THEN 'active'
            ELSE 'planned'
          END AS state,
          coalesce(plan, '') AS plan
        FROM link`,

  // As in 0003, with the reasons of bans.
  `
      CREATE OR REPLACE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        UPDATE event SET data = data || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          WHEN 'LinkBanned' THEN '{"reason": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted', 'LinkBanned');
      END $$`,
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
  `REVOKE ALL ON FUNCTION expire_audit(integer) FROM PUBLIC`,
  `REVOKE ALL ON FUNCTION erase_audit(uuid) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION expire_audit(integer) TO hoplog_app`,
]);
