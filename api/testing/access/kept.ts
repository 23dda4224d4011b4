import type { TestApi } from "../testApi.ts";
import type { Person } from "./world.ts";

const rowsOfOwner = [
  "SELECT to_jsonb(t) AS row FROM event AS t WHERE meta ->> 'userId' = $1::text OR stream_id = $1::uuid",
  "SELECT to_jsonb(t) AS row FROM user_account AS t WHERE id = $1::uuid",
  ...[
    "credential",
    "session",
    "email_change",
    "google_identity",
    "sql_access",
    "sql_credential",
    "link_favourite",
    "totp",
    "recovery_code",
    "totp_removal",
  ].map((table) => `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE user_id = $1::uuid`),
  "SELECT to_jsonb(t) AS row FROM audit AS t WHERE user_id = $1::uuid OR resource_id = $1::uuid",
  ...[
    "link",
    "link_group",
    "tag",
    "link_tag",
    "code_claim",
    "domain",
    "note",
    "conversion",
    "share",
    "report",
    "alarm_address",
    "saved_query",
    "link_view",
    "utm_template",
    "qr_design",
    "utm_rules",
    "bot_rules",
    "api_key",
    "link_job",
    "link_import",
    "imported_link",
  ].map((table) => `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE owner_id = $1::uuid`),
  // Excludes columns that change with each evaluation.
  "SELECT to_jsonb(t) - 'judged_to' - 'due_at' - 'try_at' AS row FROM alarm AS t WHERE owner_id = $1::uuid",
  // Excludes the progress of its files, which users do not change.
  "SELECT to_jsonb(t) - '{planned_until,rechecked_at,conversions_planned_until,conversions_rechecked_at,served_at}'::text[] AS row FROM click_export AS t WHERE owner_id = $1::uuid",
  "SELECT to_jsonb(t) AS row FROM refresh_token AS t JOIN session ON session.id = t.session_id WHERE user_id = $1::uuid",
];

/** Returns all Postgres rows of an account, including its events. */
export async function keptOf(api: TestApi, person: Person): Promise<unknown[]> {
  return (await keptTextsOf(api, person)).map((row): unknown => JSON.parse(row));
}

/** Returns the stored rows of a person as JSON strings, which are compared faster. */
export async function keptTextsOf(api: TestApi, { user }: Person): Promise<string[]> {
  const { rows } = await api.services.reads.query<{ row: string }>({
    // The statement is prepared, so that each connection plans its many parts only once.
    name: "kept_of_owner",
    text: `SELECT row::text FROM (${rowsOfOwner.join(" UNION ALL ")}) AS kept ORDER BY row::text`,
    values: [user.id],
  });
  return rows.map(({ row }) => row);
}
