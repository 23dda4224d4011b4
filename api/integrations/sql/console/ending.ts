import { setTimeout as delay } from "node:timers/promises";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { consoleLimits } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import type { Logs } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { leavePlace, markKilled, type Place, renewMs, renewPlace } from "./places.ts";

/** Ends queries in ClickHouse over connections of its own, so that neither pages nor queries wait for it. */
export interface Ending {
  readonly killer: ClickHouseClient;
  /** Places whose queries ClickHouse still has to end; closed with the api. */
  readonly watching: Set<Promise<void>>;
  readonly stopping: AbortSignal;
}

type EndingServices = Reads & Logs & { readonly ending: Ending };

/** Between two looks at whether ClickHouse still has a query. */
const lookMs = 25;
/** Most have ended by then: whoever ends a query waits so long, so that the account may ask again at once. */
const mostEndMs = 2000;
/** Up to this, looks become rarer: a query that can't be stopped may run for minutes. */
const lookMaxMs = 2000;

/** By then a query has ended at a server that can't be asked: longer than any may take. */
const unknownMaxMs = (consoleLimits.secondsMax + 15) * 1000;

/**
 * Has ClickHouse end a query, without waiting for that. One KILL is sent for each query, whoever asks for it and however
 * often; the place is left to {@link leaveWhenEnded}.
 */
export async function killOnce(services: EndingServices, query: Pick<Place, "queryId">): Promise<void> {
  if (!(await markKilled(services, query))) return;
  const kill = { query: "KILL QUERY WHERE query_id = {id:String} ASYNC", query_params: { id: query.queryId } };
  for (const result of await Promise.allSettled(servers(services).map((client) => client.command(kill))))
    if (result.status === "rejected")
      services.logger.warn({ err: result.reason }, "a query of the SQL console could not be ended");
}

/**
 * Keeps the place until no server shows the query any more; servers that can't be asked count for `unknownMs` only. Resolves when
 * that is so, or after two seconds: then it goes on in the background.
 */
export async function leaveWhenEnded(
  services: EndingServices,
  place: Place,
  unknownMs: number = unknownMaxMs,
): Promise<void> {
  const { watching } = services.ending;
  const watch = watchEnd(services, place, unknownMs).catch((error: unknown) => {
    services.logger.warn({ err: error }, "the place of a query could not be given back");
  });
  watching.add(watch);
  void watch.finally(() => watching.delete(watch));
  await Promise.race([watch, delay(mostEndMs, undefined, { ref: false })]);
}

async function watchEnd(services: EndingServices, place: Place, unknownMs: number): Promise<void> {
  const { stopping } = services.ending;
  const begunAt = performance.now();
  let renewedAt = begunAt;
  const goesOn = async () => {
    const state = await stateOf(services, place.queryId);
    return state === "shown" || (state === "unknown" && performance.now() - begunAt < unknownMs);
  };
  for (let pauseMs = lookMs; await goesOn(); pauseMs = Math.min(pauseMs * 1.5, lookMaxMs)) {
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    // The lease ends by itself; until then ClickHouse refuses a second query of the same user.
    if (stopping.aborted) return;
    if (performance.now() - renewedAt < renewMs) continue;
    await renewPlace(services, place).catch((error: unknown) => {
      services.logger.warn({ err: error }, "the place of a query could not be kept");
    });
    renewedAt = performance.now();
  }
  await leavePlace(services, place);
}

const row = z.object({ queries: z.coerce.number() });

/** Whether a server has the query: unknown if none shows it and one can't be asked. */
async function stateOf(services: EndingServices, queryId: string): Promise<"shown" | "ended" | "unknown"> {
  const looks = await Promise.allSettled(
    servers(services).map(async (client) => {
      const found = await client.query({
        query: "SELECT count() AS queries FROM system.processes WHERE query_id = {id:String}",
        query_params: { id: queryId },
        format: "JSONEachRow",
      });
      return row.array().parse(await found.json());
    }),
  );
  if (looks.some((look) => look.status === "fulfilled" && look.value.some(({ queries }) => queries > 0)))
    return "shown";
  return looks.some(({ status }) => status === "rejected") ? "unknown" : "ended";
}

function servers({ ending: { killer } }: EndingServices): readonly ClickHouseClient[] {
  return killer.addresses?.each().map(({ client }) => client) ?? [killer];
}
