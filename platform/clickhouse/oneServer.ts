import type { ClickHouseClient } from "./client.ts";

/** A client that stays with one server that answers, as work needs whose steps must all see the same rows. Not to be closed. */
export async function oneServer(client: ClickHouseClient): Promise<ClickHouseClient> {
  return client.addresses ? client.addresses.inUse() : client;
}
