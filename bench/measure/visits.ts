import { get } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** User agent of a person's browser. */
export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** Runs `work` `times` times, evenly spread by the clock, and waits for all runs. */
export async function steadily(
  perSecond: number,
  times: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<unknown>[] = [];
  for (let i = 0; i < times; i++) {
    const wait = startedAt + (i * 1000) / perSecond - performance.now();
    await (wait > 0 ? sleep(wait) : nextTurn());
    running.push(work(i));
  }
  await Promise.all(running);
}

/** Visits a short link on a new connection. Rejects unless the visit is redirected. */
export async function visit(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get(url, { agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once("error", reject);
  });
  if (status !== 302) throw new Error(`a visit returned status ${status}`);
}
