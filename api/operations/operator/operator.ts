import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Principal } from "../../kernel/access/authorize.ts";
import { permissionsOf } from "../../kernel/access/permissions.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";

/** All that an operator's commands take from outside. */
export type OperatorServices = Database &
  Events &
  Ids &
  Clock & {
    /** Null where nobody has said where it is: most commands go without. */
    readonly clickhouse: ClickHouseClient | null;
  };

/** Somebody at the installation's own machine. */
export interface Operator extends Principal {
  /** What the machine calls them. */
  readonly name: string;
}

export function operatorCalled(name: string): Operator {
  return { userId: null, workspaceId: null, role: "operator", permissions: permissionsOf("operator"), name };
}

/** What an operator's command leaves behind. Who it was stands in the audit alone: owners see that it was an operator. */
export function operatorOrigin({ newId }: Ids, { name }: Operator, reason?: string): CommandOrigin {
  const meta = { userId: null, via: "operator", commandId: newId(), credential: { kind: "operator" } } as const;
  const operator = name.slice(0, 100);
  return { meta, address: null, detail: { operator, ...(reason !== undefined && { reason }) } };
}
