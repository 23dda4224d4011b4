import type { ClickHouseClient } from "./client.ts";

/**
 * Returns a client that stays with one responding server, for work whose steps must all see the same rows. The caller
 * must not close it.
 */
export async function oneServer(client: ClickHouseClient): Promise<ClickHouseClient> {
  return client.addresses ? client.addresses.inUse() : client;
}
