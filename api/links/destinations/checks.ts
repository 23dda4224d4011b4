import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { requestWalk } from "./follow.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { ImageAddresses } from "./imageAddresses.ts";

export interface DestinationOffer extends ImageAddresses {
  /** Whether the operator has enabled checks of destinations. */
  readonly destinationsAreChecked: boolean;
}

/** The dependencies of calls about destinations. */
export type DestinationServices = Reads & Events & Clock & Ids & LimitsOf<"creation"> & DestinationOffer;

/** Whether destinations of a workspace's links are checked, and the results. */
export interface DestinationChecks {
  /** Whether the workspace has enabled checks. */
  readonly isOn: boolean;
  /** Whether the operator offers checks. */
  readonly isOffered: boolean;
  readonly destinations: number;
  readonly dead: number;
}

/** Returns the fields of the check settings that their ETag covers. */
export function checksSettings({ isOn }: Pick<DestinationChecks, "isOn">): object {
  return { isOn };
}

/** Returns the settings and results of the checks in the member's workspace. Throws AUTHORIZATION_ERROR. */
export async function readChecks(
  services: Reads & Pick<DestinationOffer, "destinationsAreChecked">,
  member: Member,
): Promise<DestinationChecks> {
  const ownerId = authorizeOwn(member, "links:read");
  const [row] = await readRows<Omit<DestinationChecks, "isOffered">>(
    services.reads,
    sql`SELECT NOT EXISTS (SELECT FROM destination_checks_off WHERE owner_id = ${ownerId}) AS "isOn",
       (SELECT count(*)::int FROM destination WHERE owner_id = ${ownerId}) AS destinations,
       (SELECT count(*)::int FROM destination WHERE owner_id = ${ownerId} AND dead_since IS NOT NULL) AS dead`,
  );
  const { isOn = true, destinations = 0, dead = 0 } = row ?? {};
  return { isOn, isOffered: services.destinationsAreChecked, destinations, dead };
}

/**
 * Enables or disables the checks of a workspace's destinations. Disabling deletes all results immediately; enabling
 * scans all links again. Throws RATE_LIMIT_ERROR, AUTHORIZATION_ERROR, PreconditionError.
 */
export async function setChecks(
  services: DestinationServices,
  actor: Actor,
  isOn: boolean,
): Promise<DestinationChecks> {
  const ownerId = authorizeOwn(actor, "links:write");
  await services.limits.creation(actor.address, actor.userId);
  const origin = originOf(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    if (actor.expected) {
      // Serializes changes, even if no row exists yet.
      await execute(
        tx,
        sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog destination checks ' || ${ownerId}, 0))`,
      );
      const off = await rowsOf(tx, sql`SELECT 1 FROM destination_checks_off WHERE owner_id = ${ownerId}`);
      requireMatchingEtag(actor, checksSettings({ isOn: off.length === 0 }));
    }
    if (isOn) {
      const changed = await rowsOf(
        tx,
        sql`DELETE FROM destination_checks_off WHERE owner_id = ${ownerId} RETURNING owner_id`,
      );
      if (changed.length === 0) return;
      await execute(tx, requestWalk);
    } else {
      await execute(
        tx,
        sql`INSERT INTO destination_checks_off (owner_id, set_by, set_at)
          VALUES (${ownerId}, ${origin.meta.userId}, ${services.now()}) ON CONFLICT DO NOTHING`,
      );
      await execute(tx, sql`DELETE FROM destination WHERE owner_id = ${ownerId}`);
      await execute(tx, sql`DELETE FROM destination_image WHERE owner_id = ${ownerId}`);
    }
    const resource = { type: "destination checks", id: ownerId } as const;
    await services.eventStore.audit(tx, origin, { action: "SetDestinationChecks", resource, detail: { isOn } });
  });
  return readChecks(services, actor);
}
