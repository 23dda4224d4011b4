import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import type { ApiKeyCardFragment } from "../../core/graphql/generated/graphql.ts";

/** Labels of the scopes. */
export const scopeTexts: Readonly<Record<KeyScope, string>> = {
  "links:read": "See URLs",
  "links:create": "Make URLs",
  "links:write": "Make, change and delete URLs",
  "stats:read": "See clicks and figures",
  "groups:read": "See groups",
  "groups:write": "Change groups",
  "tags:read": "See tags",
  "tags:write": "Change tags",
  "domains:read": "See domains",
  "domains:write": "Change domains",
  "conversions:read": "See single leads and sales",
  "conversions:write": "Report leads and sales, and take them back",
  "notes:read": "See notes of charts",
  "notes:write": "Write notes to charts",
  "bots:read": "See what was taken for a bot",
  "bots:write": "Change rules for bots",
  "alarms:read": "See alarms",
  "alarms:write": "Change alarms",
  "reports:read": "See reports",
  "reports:write": "Change reports",
  "shares:read": "See shared pages",
  "shares:write": "Share pages",
  "clickExports:read": "See exports of clicks",
  "clickExports:write": "Change exports of clicks",
  "clickRetention:read": "See how long clicks are kept",
  "clickRetention:write": "Change how long clicks are kept",
  "webhooks:read": "See webhooks and their messages",
  "webhooks:write": "Change webhooks",
  "queries:read": "See saved SQL queries",
  "queries:write": "Save SQL queries",
  "sql:run": "Run SQL queries",
  export: "Download everything",
  "account:read": "See the account's name and e-mail address",
};

/** Describes the URLs that a key gives access to; null for all. */
export function reachText({ domain, groupId, groupName, tag }: ApiKeyCardFragment): string | null {
  const parts = [
    typeof domain === "string" ? `on ${domain === "" ? "the default domain" : domain}` : null,
    groupId ? `in ${groupName ?? "a group that is gone"}` : null,
    typeof tag === "string" ? `tagged ${tag === "" ? "with a tag that is gone" : tag}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

/** Describes why a key is no longer valid; null while it is. */
export function overText({ revokedAt, expiresAt }: ApiKeyCardFragment, now: Date): string | null {
  if (revokedAt) return "Revoked";
  return expiresAt && new Date(expiresAt) <= now ? "Expired" : null;
}
