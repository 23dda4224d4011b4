import { migration } from "./migration.ts";

/**
 * Changes of many links at once, and what became of each link. What a job has done to a link is noted in the transaction that
 * does it, so that no link is done twice.
 */
export const linkJobs = migration("0024_link_jobs", [
  `
      CREATE TABLE link_job (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        -- The job that this one undoes.
        undoes uuid REFERENCES link_job ON DELETE CASCADE,
        change jsonb NOT NULL,
        -- Who gave it, and from where: until it is over.
        origin jsonb,
        total integer NOT NULL CHECK (total > 0),
        done integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        worked_at timestamptz(3),
        ended_at timestamptz(3),
        is_cancelled boolean NOT NULL DEFAULT false,
        CHECK ((origin IS NULL) = (ended_at IS NOT NULL))
      )`,
  `CREATE INDEX link_job_of_owner ON link_job (owner_id, created_at DESC)`,
  `CREATE INDEX link_job_open ON link_job (worked_at) WHERE ended_at IS NULL`,
  `CREATE INDEX link_job_undoes ON link_job (undoes) WHERE undoes IS NOT NULL`,
  `
      CREATE TABLE link_job_link (
        job_id uuid NOT NULL REFERENCES link_job ON DELETE CASCADE,
        position integer NOT NULL,
        link_id uuid NOT NULL,
        -- Null: not yet.
        outcome text CHECK (outcome IN ('done', 'unchanged', 'failed')),
        error_type text,
        error_message text,
        PRIMARY KEY (job_id, position),
        UNIQUE (job_id, link_id),
        CHECK ((error_type IS NULL) = (outcome IS DISTINCT FROM 'failed'))
      )`,
  `CREATE INDEX link_job_link_failed ON link_job_link (link_id) WHERE error_message IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON link_job, link_job_link TO hoplog_app`,
]);
