import { Counter, Gauge, type Registry } from "prom-client";
import type { ClickHouseConnection } from "../env/connections.ts";
import { problemOf } from "./unavailable.ts";
import type { ClickHouseClient } from "./client.ts";
import type { AddressState } from "./client.ts";

const pingMs = 1500;

/** Adds metrics of each address (whether it responds, and whether it is in use) and of failovers. */
export function measureAddresses(
  client: ClickHouseClient,
  { clickHouseUrl }: Pick<ClickHouseConnection, "clickHouseUrl">,
  registry: Registry,
): void {
  const states = async (): Promise<AddressState[]> => {
    if (client.addresses) return client.addresses.states();
    const answer = await client.ping({ select: true, abort_signal: AbortSignal.timeout(pingMs) });
    const problem = answer.success ? null : problemOf(answer.error);
    return [{ name: new URL(clickHouseUrl).origin, inUse: true, problem }];
  };
  const inUse = new Gauge({
    name: "hoplog_clickhouse_address_in_use",
    help: "1 for the ClickHouse address that is in use",
    labelNames: ["address"],
    registers: [],
    async collect() {
      for (const { name: address, inUse: isInUse } of await states()) inUse.set({ address }, isInUse ? 1 : 0);
    },
  });
  const up = new Gauge({
    name: "hoplog_clickhouse_address_up",
    help: "Whether a ClickHouse address responds and accepts the login",
    labelNames: ["address"],
    registers: [],
    async collect() {
      for (const { name: address, problem } of await states()) up.set({ address }, problem === null ? 1 : 0);
    },
  });
  const failovers = new Counter({
    name: "hoplog_clickhouse_failovers_total",
    help: "Failovers to another ClickHouse address",
    registers: [],
    collect() {
      failovers.reset();
      failovers.inc(client.addresses?.failovers() ?? 0);
    },
  });
  for (const metric of [inUse, up, failovers]) registry.registerMetric(metric);
}
