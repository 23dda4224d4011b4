/**
 * Visits of links with a maximum. A redirector leases visits before it redirects visitors. Free visits are max - used -
 * leased, and change only under the lock of the cap's row. Redirectors call each function as one statement, so that no
 * lock outlives a redirector that hangs.
 */
export const caps = `
      CREATE TABLE link_cap (
        link_id uuid NOT NULL,
        number integer NOT NULL,
        used integer NOT NULL CHECK (used >= 0),
        PRIMARY KEY (link_id, number)
      );
      -- A listener that has leased visits; it ends with that process.
      CREATE TABLE lease_holder (
        id uuid PRIMARY KEY,
        host text NOT NULL,
        began_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3)
      );
      CREATE TABLE visit_lease (
        id uuid PRIMARY KEY,
        holder_id uuid NOT NULL REFERENCES lease_holder,
        link_id uuid NOT NULL,
        cap_number integer NOT NULL,
        visits integer NOT NULL CHECK (visits > 0),
        granted_at timestamptz(3) NOT NULL
      );
      CREATE INDEX visit_lease_by_cap ON visit_lease (link_id, cap_number);
      CREATE INDEX visit_lease_by_holder ON visit_lease (holder_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON link_cap, lease_holder, visit_lease TO hoplog_app;

      -- Leases visits. A lease that exists grants nothing more. A holder that has ended gets none: no process would use them.
      -- "waiting" visitors are waiting now, "ahead" may follow: those get a sixteenth of the free visits at most.
      CREATE FUNCTION lease_visits(lease uuid, holder uuid, holder_host text, link uuid, cap integer, waiting integer,
        ahead integer, OUT state text, OUT granted integer)
      LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        max_visits integer;
        used_visits integer;
        free bigint;
      BEGIN
        granted := 0;
        INSERT INTO lease_holder (id, host, began_at) VALUES (holder, holder_host, now()) ON CONFLICT (id) DO NOTHING;
        PERFORM FROM lease_holder WHERE id = holder AND ended_at IS NULL FOR SHARE;
        IF NOT FOUND THEN
          state := 'ended';
          RETURN;
        END IF;
        SELECT visits INTO granted FROM visit_lease WHERE id = lease;
        IF FOUND THEN
          state := 'granted';
          RETURN;
        END IF;
        granted := 0;
        SELECT max_clicks INTO max_visits FROM public.link AS capped WHERE capped.id = link AND cap_number = cap;
        IF max_visits IS NULL THEN
          state := 'unknown';
          RETURN;
        END IF;
        INSERT INTO link_cap (link_id, number, used) VALUES (link, cap, 0) ON CONFLICT DO NOTHING;
        SELECT used INTO used_visits FROM link_cap WHERE link_id = link AND number = cap FOR UPDATE;
        IF used_visits >= max_visits THEN
          state := 'used up';
          RETURN;
        END IF;
        SELECT max_visits - used_visits - coalesce(sum(visits), 0) INTO free
          FROM visit_lease WHERE link_id = link AND cap_number = cap;
        granted := greatest(0, least(free, waiting + least(ahead, free / 16)));
        IF granted = 0 THEN
          state := 'leased';
          RETURN;
        END IF;
        state := 'granted';
        INSERT INTO visit_lease (id, holder_id, link_id, cap_number, visits, granted_at)
          VALUES (lease, holder, link, cap, granted, now());
      END $$;

      -- Ends a lease and frees the visits that were not used. Does nothing if it has ended.
      CREATE FUNCTION settle_lease(lease uuid, used_of_it integer) RETURNS void
      LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
      DECLARE
        leased visit_lease;
      BEGIN
        SELECT * INTO leased FROM visit_lease WHERE id = lease;
        IF NOT FOUND THEN
          RETURN;
        END IF;
        PERFORM FROM link_cap WHERE link_id = leased.link_id AND number = leased.cap_number FOR UPDATE;
        DELETE FROM visit_lease WHERE id = lease;
        IF FOUND THEN
          UPDATE link_cap SET used = used + least(greatest(used_of_it, 0), leased.visits)
            WHERE link_id = leased.link_id AND number = leased.cap_number;
        END IF;
      END $$;

      -- Ends a holder and returns its leases. Deletes holders that ended 30 days ago.
      CREATE FUNCTION end_holder(holder uuid) RETURNS TABLE (lease uuid, visits integer)
      LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN
        DELETE FROM lease_holder WHERE ended_at < now() - interval '30 days'
          AND NOT EXISTS (SELECT FROM visit_lease WHERE holder_id = lease_holder.id);
        INSERT INTO lease_holder AS known (id, host, began_at, ended_at) VALUES (holder, '', now(), now())
          ON CONFLICT (id) DO UPDATE SET ended_at = coalesce(known.ended_at, now());
        RETURN QUERY SELECT held.id, held.visits FROM visit_lease AS held WHERE held.holder_id = holder;
      END $$;
      GRANT EXECUTE ON FUNCTION settle_lease(uuid, integer), end_holder(uuid) TO hoplog_app`;
