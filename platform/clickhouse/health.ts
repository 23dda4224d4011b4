import { Remark } from "../metrics/health.ts";
import { noneAnswers } from "./unavailable.ts";
import type { ClickHouseClient } from "./client.ts";

/**
 * Rejects if ClickHouse is unavailable. With several addresses, one that responds is enough, and the remark contains
 * the address in use and the problems of unavailable ones; with one address, there is no remark.
 */
export async function clickHouseState(client: ClickHouseClient): Promise<Remark | undefined> {
  if (!client.addresses) {
    const answer = await client.ping({ select: true });
    if (answer.success) return undefined;
    throw answer.error;
  }
  const states = await client.addresses.states();
  const away = states.filter(({ problem }) => problem !== null);
  if (away.length === states.length) throw noneAnswers(away.map(({ name, problem }) => ({ name, error: problem })));
  const others = away.map(({ name, problem }) => `; ${name}: ${problem}`);
  return new Remark(`at ${states.find(({ inUse }) => inUse)?.name}${others.join("")}`);
}
