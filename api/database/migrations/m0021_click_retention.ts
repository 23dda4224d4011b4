import { migration } from "./migration.ts";

/**
 * How long workspaces keep single clicks. `waiting_days` take the place of `days` at `waiting_from`; `cut_before` says which days
 * are removed, and only moves forward; `done_before` up to where that is done.
 */
export const clickRetention = migration("0021_click_retention", [
  `
      CREATE TABLE click_retention (
        owner_id uuid PRIMARY KEY,
        -- Null: single clicks are kept.
        days integer CHECK (days BETWEEN 30 AND 3650),
        waiting_days integer CHECK (waiting_days BETWEEN 30 AND 3650),
        waiting_from timestamptz(3),
        set_by uuid,
        set_at timestamptz(3) NOT NULL,
        cut_before date,
        done_before date,
        done_at timestamptz(3),
        -- Since when an export that is not written yet keeps the cut back.
        held_since timestamptz(3),
        CHECK ((waiting_days IS NULL) = (waiting_from IS NULL)),
        CHECK (done_before IS NULL OR done_before <= cut_before)
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON click_retention TO hoplog_app`,
]);
