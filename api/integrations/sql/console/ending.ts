import { setTimeout as delay } from "node:timers/promises";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { consoleLimits } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import type { Logs } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { releasePlace, markKilled, type Place, renewMs, renewPlace } from "./places.ts";

/** Kills queries in ClickHouse over separate connections, so that neither pages nor queries are delayed. */
export interface Ending {
  readonly killer: ClickHouseClient;
  /** Waits for queries that are still ending in ClickHouse. The API awaits them when it stops. */
  readonly watching: Set<Promise<void>>;
  readonly stopping: AbortSignal;
}

type EndingServices = Reads & Logs & { readonly ending: Ending };

/** First poll interval for a query's end (ms). */
const pollMs = 25;
/** How long the caller waits for a query's end, so that the account may run the next one at once. */
const mostEndMs = 2000;
/** Maximum poll interval: a query that can't be stopped may run for minutes. */
const pollMaxMs = 2000;

/** Time after which a query on an unreachable server is considered ended: longer than any may run. */
const unknownMaxMs = (consoleLimits.secondsMax + 15) * 1000;

/**
 * Requests ClickHouse to kill a query, without waiting for its end. Sends only one KILL per query, however often it is
 * called; {@link releaseWhenEnded} releases the place.
 */
export async function killOnce(services: EndingServices, query: Pick<Place, "queryId">): Promise<void> {
  if (!(await markKilled(services, query))) return;
  const kill = { query: "KILL QUERY WHERE query_id = {id:String} ASYNC", query_params: { id: query.queryId } };
  for (const result of await Promise.allSettled(servers(services).map((client) => client.command(kill))))
    if (result.status === "rejected")
      services.logger.warn({ err: result.reason }, "cannot end a query of the SQL console");
}

/**
 * Releases the place when no server lists the query any more; unreachable servers count as running it for at most
 * `unknownMs`. Resolves then, or after two seconds while the work continues in the background.
 */
export async function releaseWhenEnded(
  services: EndingServices,
  place: Place,
  unknownMs: number = unknownMaxMs,
): Promise<void> {
  const { watching } = services.ending;
  const watch = watchEnd(services, place, unknownMs).catch((error: unknown) => {
    services.logger.warn({ err: error }, "cannot release the slot of a query");
  });
  watching.add(watch);
  void watch.finally(() => watching.delete(watch));
  await Promise.race([watch, delay(mostEndMs, undefined, { ref: false })]);
}

async function watchEnd(services: EndingServices, place: Place, unknownMs: number): Promise<void> {
  const { stopping } = services.ending;
  const begunAt = performance.now();
  let renewedAt = begunAt;
  const isRunning = async () => {
    const state = await stateOf(services, place.queryId);
    return state === "shown" || (state === "unknown" && performance.now() - begunAt < unknownMs);
  };
  for (let pauseMs = pollMs; await isRunning(); pauseMs = Math.min(pauseMs * 1.5, pollMaxMs)) {
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    // At shutdown the lease is left to expire; until then ClickHouse rejects a second query of the same user.
    if (stopping.aborted) return;
    if (performance.now() - renewedAt < renewMs) continue;
    await renewPlace(services, place).catch((error: unknown) => {
      services.logger.warn({ err: error }, "cannot renew the slot of a query");
    });
    renewedAt = performance.now();
  }
  await releasePlace(services, place);
}

const row = z.object({ queries: z.coerce.number() });

/** Returns whether a server runs the query: unknown if none lists it and one is unreachable. */
async function stateOf(services: EndingServices, queryId: string): Promise<"shown" | "ended" | "unknown"> {
  const answers = await Promise.allSettled(
    servers(services).map(async (client) => {
      const found = await client.query({
        query: "SELECT count() AS queries FROM system.processes WHERE query_id = {id:String}",
        query_params: { id: queryId },
        format: "JSONEachRow",
      });
      return row.array().parse(await found.json());
    }),
  );
  if (answers.some((answer) => answer.status === "fulfilled" && answer.value.some(({ queries }) => queries > 0)))
    return "shown";
  return answers.some(({ status }) => status === "rejected") ? "unknown" : "ended";
}

function servers({ ending: { killer } }: EndingServices): readonly ClickHouseClient[] {
  return killer.addresses?.each().map(({ client }) => client) ?? [killer];
}
