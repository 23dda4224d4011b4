import type { IdempotentCall } from "./idempotentCall.ts";
import { join, raw, type Sql, sql } from "@hoplog/platform/postgres/sql.js";
import type { CredentialName, EventMeta } from "@hoplog/schema/events/envelope.js";

/** The origin of a command, as its events and the audit record it. */
export interface CommandOrigin {
  /** Metadata that is stored with each event. */
  readonly meta: EventMeta;
  /** The client's IP address; null if there is none. Stored only in the audit log, whose rows expire. */
  readonly address: string | null;
  /** The id of the request that sent the command. Stored only in the audit. */
  readonly requestId?: string | undefined;
  /** Set for a call with an Idempotency-Key: the transaction records that it is done. */
  readonly call?: IdempotentCall | undefined;
  /** Set for a command with a precondition: the versions or ETags that the caller has seen. */
  readonly expected?: Expected | undefined;
  /** Details that the audit log stores in addition to the command's name: few, short, no secrets, no URLs. */
  readonly detail?: AuditDetail;
}

/** The versions or ETags that a caller has seen of the resource that it edits. */
export interface Expected {
  /** Id of the resource; blank if the call edits a resource without an id. */
  readonly streamId: string;
  /** Versions of the resource's stream; empty if none of the ETags matches a version. */
  readonly versions: readonly number[];
  /** All ETags as sent, for resources without an event stream. */
  readonly etags: readonly string[];
}

export type AuditDetail = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface AuditedAction {
  /** The command's type, or the name of an action that writes no events. */
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

/** Maximum length of the JSON; Postgres rejects more than 8192 bytes. */
const detailMax = 2000;

/** The columns that identify the origin of a command. */
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

/** The Postgres types of {@link originColumns}. */
export const originTypes = ["text", "uuid", "uuid", "text", "uuid", "text", "uuid", "text", "text"] as const;

/** Returns the values of {@link originColumns}. */
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

/** Builds a statement that adds a row to the audit; run it in the transaction of the audited change. */
export function auditInsert(origin: CommandOrigin, { action, resource, detail }: AuditedAction): Sql {
  return sql`INSERT INTO audit (${raw(originColumns.join(", "))}, action, resource_type, resource_id, detail)
    VALUES (${join(originValues(origin))}, ${action}, ${resource.type}, ${resource.id},
      ${boundedJson({ ...origin.detail, ...detail })}::jsonb)`;
}

function actorKind({ via, userId }: EventMeta): "user" | "operator" | "system" {
  if (via === "operator") return "operator";
  return userId === null ? "system" : "user";
}

/** Serializes the details, or only their length if they are too long: a row must never make a command fail. */
export function boundedJson(detail: AuditDetail): string {
  const json = JSON.stringify(detail);
  return json.length <= detailMax ? json : JSON.stringify({ omitted: json.length });
}
