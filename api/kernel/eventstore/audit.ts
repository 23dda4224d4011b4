import type { IdempotentCall } from "./idempotentCall.ts";
import { join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { CredentialName, EventMeta } from "@hoplog/schema/events/envelope.js";

/** What a command leaves behind of who gave it, in its events and in the audit. */
export interface CommandOrigin {
  /** Stands with each event. */
  readonly meta: EventMeta;
  /** The client's, null where there is none. Stands in the audit alone, which forgets it in time. */
  readonly address: string | null;
  /** Of the call that it was given by. Stands in the audit alone too. */
  readonly requestId?: string | undefined;
  /** Given for a call that is to be done once: the transaction notes that it is done. */
  readonly call?: IdempotentCall | undefined;
  /** Given for a command that is for what the caller has seen alone. */
  readonly expected?: Expected | undefined;
  /** What the audit holds beside the command's name: few, short, no secrets, no URLs. */
  readonly detail?: AuditDetail;
}

/** What a caller has seen of what it edits. */
export interface Expected {
  /** Blank where a call edits what has no id. */
  readonly streamId: string;
  /** Of its stream; none at all for one that never was. */
  readonly versions: readonly number[];
  /** All ETags as they were given: of what has no stream. */
  readonly etags: readonly string[];
}

export type AuditDetail = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What was done, to what. */
export interface AuditedAction {
  /** The command's type, or a name for what has no events. */
  readonly action: string;
  readonly resource: {
    readonly type:
      | "link"
      | "group"
      | "tag"
      | "user"
      | "domain"
      | "note"
      | "conversion"
      | "share"
      | "report"
      | "alarm"
      | "export"
      | "query"
      | "link job"
      | "import"
      | "key"
      | "webhook"
      | "outlet"
      | "bot rules"
      | "preset"
      | "utm rules"
      | "click retention"
      | "destination checks"
      | "blocklist"
      | "redirector"
      | "installation";
    readonly id: string;
  };
  readonly detail?: AuditDetail;
}

/** Postgres refuses more than twice this. */
const detailMax = 2000;

/** The columns that say who gave a command. */
export const originColumns = [
  "actor_kind",
  "user_id",
  "workspace_id",
  "credential_kind",
  "credential_id",
  "via",
  "command_id",
  "address",
  "request_id",
] as const;

/** The types of {@link originColumns}. */
export const originTypes = ["text", "uuid", "uuid", "text", "uuid", "text", "uuid", "text", "text"] as const;

/** What stands in {@link originColumns}. */
export function originValues({ meta, address, requestId }: CommandOrigin): (string | null)[] {
  const kind: CredentialName = meta.apiKeyId === undefined ? (meta.credential?.kind ?? "system") : "apiKey";
  return [
    actorKind(meta),
    meta.userId,
    meta.workspaceId ?? null,
    kind,
    meta.apiKeyId ?? meta.credential?.id ?? null,
    meta.via,
    meta.commandId ?? null,
    address,
    requestId ?? null,
  ];
}

/** A statement that adds a row to the audit, to be run in the transaction of what it is about. */
export function auditInsert(origin: CommandOrigin, { action, resource, detail }: AuditedAction): Sql {
  return sql`INSERT INTO audit (${raw(originColumns.join(", "))}, action, resource_type, resource_id, detail)
    VALUES (${join(originValues(origin))}, ${action}, ${resource.type}, ${resource.id},
      ${boundedJson({ ...origin.detail, ...detail })}::jsonb)`;
}

function actorKind({ via, userId }: EventMeta): "user" | "operator" | "system" {
  if (via === "operator") return "operator";
  return userId === null ? "system" : "user";
}

/** What would be too long is left out: a row must never be what a command fails for. */
export function boundedJson(detail: AuditDetail): string {
  const json = JSON.stringify(detail);
  return json.length <= detailMax ? json : JSON.stringify({ omitted: json.length });
}
