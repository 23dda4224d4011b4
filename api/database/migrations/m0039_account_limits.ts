import { migration } from "./migration.ts";

/** Limits that operators have given to accounts, in place of those that all have. */
export const accountLimits = migration("0039_account_limits", [
  `
      CREATE TABLE account_limit (
        user_id uuid NOT NULL,
        name text NOT NULL,
        points integer NOT NULL CHECK (points > 0),
        seconds integer NOT NULL CHECK (seconds > 0),
        set_at timestamptz(3) NOT NULL,
        PRIMARY KEY (user_id, name)
      )`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON account_limit TO hoplog_app`,
]);
