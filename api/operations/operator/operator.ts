import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Principal } from "../../kernel/access/authorize.ts";
import { permissionsOf } from "../../kernel/access/permissions.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";

/** External dependencies of operator commands. */
export type OperatorServices = Database &
  Events &
  Ids &
  Clock & {
    /** The ClickHouse client; null if not configured, because most commands don't need it. */
    readonly clickhouse: ClickHouseClient | null;
  };

/** An operator with shell access to the host. */
export interface Operator extends Principal {
  /** The name in the audit log. */
  readonly name: string;
}

export function operatorCalled(name: string): Operator {
  return { userId: null, workspaceId: null, role: "operator", permissions: permissionsOf("operator"), name };
}

/**
 * Returns the origin of an operator's command. Only the audit log contains the name; owners only see that it was an
 * operator.
 */
export function operatorOrigin({ newId }: Ids, { name }: Operator, reason?: string): CommandOrigin {
  const meta = { userId: null, via: "operator", commandId: newId(), credential: { kind: "operator" } } as const;
  const operator = name.slice(0, 100);
  return { meta, address: null, detail: { operator, ...(reason !== undefined && { reason }) } };
}
