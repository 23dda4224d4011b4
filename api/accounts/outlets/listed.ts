import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { type OutletKind, outletKindNames } from "@hoplog/schema/outlets.js";
import { withoutLinks } from "../mail/strangersName.ts";
import { notPaused } from "./notPaused.ts";

/** An outlet as its owner sees it. */
export interface Outlet {
  readonly id: string;
  readonly kind: OutletKind;
  /** The resource's name; for a report its address, for an alarm a description of its kind. */
  readonly name: string;
  readonly createdAt: Date;
  readonly state: "active" | "paused";
  readonly pausedAt: Date | null;
  /**
   * The user who last created the outlet, replaced its target or resumed it, and the credential; all null if not
   * recorded.
   */
  readonly userName: string | null;
  readonly credentialKind: "session" | "apiKey" | null;
  readonly credentialId: string | null;
  /** Name of the API key; null for a session or a deleted key. */
  readonly keyName: string | null;
  /**
   * The last widening since the outlet was created, moved or resumed: time, user and credential; all null if there was
   * none.
   */
  readonly widenedAt: Date | null;
  readonly widenedUserName: string | null;
  readonly widenedCredentialKind: "session" | "apiKey" | null;
  readonly widenedCredentialId: string | null;
  readonly widenedKeyName: string | null;
}

/** Returns SQL for the name of the user, and for that of the API key if the credential is one. */
const userName = (of: string) => raw(`(SELECT name FROM user_account WHERE id = ${of}.user_id)`);
const keyName = (of: string) =>
  raw(`CASE WHEN ${of}.credential_kind = 'apiKey' THEN (SELECT name FROM api_key WHERE id = ${of}.credential_id) END`);

/** Domain settings that redirect visitors elsewhere. */
export const domainTargetNames = ["rootUrl", "unknownUrl", "expiredUrl"] as const;

/**
 * Returns the SQL condition that a domain has one of {@link domainTargetNames}. `settings` is the name of a JSON
 * column.
 */
export const hasTargets = (settings: string) =>
  raw(`jsonb_exists_any(${settings}, '{${domainTargetNames.join(",")}}'::text[])`);

const alarmName =
  raw(`CASE kind WHEN 'spike' THEN 'Many clicks' WHEN 'drop' THEN 'Few clicks' WHEN 'misses' THEN 'Visits that led nowhere'
      WHEN 'expiring' THEN 'Expiring links and domains' ELSE 'Dead destinations' END`);

/** Reads all {@link Outlet}s of a workspace, newest first. */
export const outletsOfWorkspace = (
  ownerId: string,
  now: Date,
) => sql`SELECT thing.kind, thing.id, thing.name, coalesce(o.created_at, thing.created_at) AS "createdAt",
    CASE WHEN o.paused_at IS NULL THEN 'active' ELSE 'paused' END AS state, o.paused_at AS "pausedAt",
    ${userName("o")} AS "userName", o.credential_kind AS "credentialKind", o.credential_id AS "credentialId",
    ${keyName("o")} AS "keyName", w.credential_at AS "widenedAt", ${userName("w")} AS "widenedUserName",
    w.credential_kind AS "widenedCredentialKind", w.credential_id AS "widenedCredentialId", ${keyName("w")} AS "widenedKeyName"
  FROM (
    SELECT 'webhook' AS kind, id, owner_id, name, created_at FROM webhook
    UNION ALL SELECT 'export', id, owner_id, name, created_at FROM click_export
    UNION ALL SELECT 'report', id, owner_id, email, created_at FROM report
    UNION ALL SELECT 'alarm', id, owner_id, ${alarmName}, created_at FROM alarm
    UNION ALL SELECT 'sharedPage', id, owner_id, name, created_at FROM share
    UNION ALL SELECT 'apiKey', id, owner_id, name, created_at FROM api_key
      WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    UNION ALL SELECT 'sqlAccess', user_id, user_id, 'SQL access', granted_at FROM sql_access
    UNION ALL SELECT 'domainTarget', id, owner_id, name, added_at FROM domain
      WHERE state <> 'removed' AND (${hasTargets("settings")}
        OR NOT ${notPaused("domainTarget", "domain.id")})
  ) AS thing LEFT JOIN outlet AS o USING (kind, id) LEFT JOIN LATERAL (
    SELECT * FROM outlet_step WHERE kind = thing.kind AND id = thing.id AND step = 'widened'
    ORDER BY credential_at DESC LIMIT 1) AS w ON true
  WHERE thing.owner_id = ${ownerId} ORDER BY "createdAt" DESC, thing.id DESC`;

/** Formats an outlet for an email. An attacker may have chosen the name, so links in it are defused. */
export function outletLine({ kind, name }: { readonly kind: OutletKind; readonly name: string }): string {
  return name === "" || kind === "sqlAccess"
    ? outletKindNames[kind]
    : `${outletKindNames[kind]} “${withoutLinks(name)}”`;
}
