import { randomUUID } from "node:crypto";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { TestApi } from "./testApi.ts";

interface Leasing {
  readonly linkId: string;
  readonly visits: number;
  readonly holder?: string;
  readonly host?: string;
  /** The number of the link's cap. */
  readonly cap?: number;
}

/** Leases visits of a link, as a redirector does; returns the lease and the number of visits. */
export async function leaseVisits(
  { services }: TestApi,
  leasing: Leasing,
): Promise<{ lease: string; granted: number }> {
  const { linkId, visits, holder = randomUUID(), host = "redirector-1", cap = 1 } = leasing;
  const lease = randomUUID();
  const { rows } = await services.reads.query<{ granted: number }>(
    sql`SELECT granted FROM lease_visits(${lease}, ${holder}, ${host}, ${linkId}, ${cap}, ${visits}, 0)`,
  );
  return { lease, granted: rows[0]?.granted ?? 0 };
}

/** Uses up visits of a link, as a redirector does. */
export async function useVisits(api: TestApi, linkId: string, visits: number, cap = 1): Promise<void> {
  const { lease, granted } = await leaseVisits(api, { linkId, visits, cap });
  if (granted !== visits) throw new Error(`the link had only ${granted} of ${visits} requested visits left`);
  await api.services.reads.query(sql`SELECT settle_lease(${lease}, ${visits})`);
}
