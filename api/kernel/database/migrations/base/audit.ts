/**
 * The audit log, and erasure. Rows of the audit log are only added: a trigger rejects all other changes, even by the
 * table's owner, except those by expire_audit and erase_audit. Erasure is the only change of stored events: its
 * functions run with the migrating role's rights and change only streams that have ended.
 */
export const audit = `
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
      );
      CREATE INDEX audit_by_time ON audit (at);
      CREATE INDEX audit_by_user ON audit (user_id, id) WHERE user_id IS NOT NULL;
      CREATE INDEX audit_by_resource ON audit (resource_id, id);
      CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF current_setting('hoplog.audit', true) IS DISTINCT FROM TG_OP THEN
            RAISE EXCEPTION 'rows of the audit are only ever added';
          END IF;
          RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
        END $$;
      CREATE TRIGGER audit_refuse_rows BEFORE UPDATE OR DELETE ON audit
        FOR EACH ROW EXECUTE FUNCTION audit_refuse();
      CREATE TRIGGER audit_refuse_truncate BEFORE TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
      GRANT SELECT, INSERT ON audit TO hoplog_app;

      -- The setting that the trigger checks holds only within the function.
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
      END $$;
      CREATE FUNCTION erase_audit(account uuid) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET hoplog.audit = 'UPDATE' AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM event WHERE stream_id = account AND type = 'UserDeleted') THEN
          RAISE EXCEPTION 'only a deleted account can be erased';
        END IF;
        UPDATE audit SET address = NULL, detail = '{}'
        WHERE user_id = account OR resource_id = account OR resource_id IN (
          SELECT stream_id FROM event WHERE type IN ('LinkCreated', 'GroupCreated') AND data ->> 'ownerId' = account::text);
      END $$;
      REVOKE ALL ON FUNCTION expire_audit(integer) FROM PUBLIC;
      REVOKE ALL ON FUNCTION erase_audit(uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION expire_audit(integer) TO hoplog_app;

      -- Deleted links and accounts whose clicks and events are to be erased.
      CREATE TABLE erasure (
        kind text NOT NULL CHECK (kind IN ('link', 'account')),
        id uuid NOT NULL,
        owner_id uuid NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        passes integer NOT NULL DEFAULT 0,
        done_at timestamptz(3),
        PRIMARY KEY (kind, id)
      );
      CREATE INDEX erasure_open ON erasure (requested_at) WHERE done_at IS NULL;
      GRANT SELECT, INSERT, UPDATE, DELETE ON erasure TO hoplog_app;

      -- Erases the texts of deleted links. Codes stay in the log: they remain taken.
      CREATE FUNCTION erase_links(links uuid[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        IF EXISTS (SELECT FROM unnest(links) AS link (id) WHERE NOT EXISTS (
          SELECT FROM event WHERE stream_id = link.id AND type = 'LinkDeleted')) THEN
          RAISE EXCEPTION 'only a deleted link can be erased';
        END IF;
        DELETE FROM link_password WHERE link_id = ANY (links);
        DELETE FROM visit_lease WHERE link_id = ANY (links);
        DELETE FROM link_cap WHERE link_id = ANY (links);
        UPDATE event SET data = data - ARRAY['options', 'tagIds', 'note', 'externalId'] || CASE type
          WHEN 'LinkCreated' THEN '{"name": "", "originalUrl": ""}'::jsonb
          WHEN 'LinkOptionsChanged' THEN '{"from": {}, "to": {}}'::jsonb
          WHEN 'LinkTagsChanged' THEN '{"from": [], "to": []}'::jsonb
          WHEN 'LinkNoteChanged' THEN '{"from": null, "to": null}'::jsonb
          WHEN 'LinkExternalIdChanged' THEN '{"from": null, "to": null}'::jsonb
          WHEN 'LinkBanned' THEN '{"reason": ""}'::jsonb
          WHEN 'LinkListed' THEN '{"url": "", "reason": ""}'::jsonb
          ELSE '{"from": "", "to": ""}'::jsonb END
        WHERE stream_type = 'link' AND stream_id = ANY (links)
          AND type IN ('LinkCreated', 'LinkRenamed', 'LinkRetargeted', 'LinkOptionsChanged', 'LinkTagsChanged',
            'LinkNoteChanged', 'LinkExternalIdChanged', 'LinkBanned', 'LinkListed');
      END $$;
      -- Erases an account. Its address and the names of tags stay unique, so that a replay finds none twice.
      CREATE FUNCTION erase_account(account uuid) RETURNS void
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
          WHEN 'TagCreated' THEN jsonb_build_object('name', stream_id, 'colour', 'gray')
          ELSE jsonb_build_object('from', jsonb_build_object('name', stream_id, 'colour', 'gray'),
            'to', jsonb_build_object('name', stream_id, 'colour', 'gray')) END
        WHERE stream_type = 'tag' AND type IN ('TagCreated', 'TagChanged') AND stream_id IN (
          SELECT stream_id FROM event WHERE type = 'TagCreated' AND data ->> 'ownerId' = account::text);
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
      END $$;
      REVOKE ALL ON FUNCTION erase_links(uuid[]) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION erase_links(uuid[]) TO hoplog_app;
      REVOKE ALL ON FUNCTION erase_account(uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION erase_account(uuid) TO hoplog_app`;
