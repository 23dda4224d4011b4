import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import { canonicalHost } from "@hoplog/schema/domains/hostname.js";
import { createOutgoing } from "@hoplog/platform/outgoing/request.js";
import type { Cidr } from "@hoplog/platform/env/pieces.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ClientBase } from "pg";
import type { Clock, Ids, Logs, PublicUrl, Randomness, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { createChores } from "../../kernel/work/chores.ts";
import { isServedSql } from "../domains/domain.ts";
import { createHosts } from "./hosts.ts";
import { forgetUnusedImages } from "./images.ts";
import type { DestinationMetrics } from "./metrics.ts";
import { createOutage } from "./outage.ts";
import { pauseUntil } from "./pause.ts";
import { isAnyDue, queueSeconds } from "./queue.ts";
import { type DestinationWork, firstTurns, workDestinations } from "./work.ts";

export type WorkerBase = Reads &
  Clock &
  Ids &
  Logs &
  Randomness &
  PublicUrl &
  ShortUrl &
  ShortHosts & { readonly databaseUrl: string; readonly metrics: DestinationMetrics };

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/**
 * Builds the dependencies of requests to destinations; `networks` are private ones of the operator that may be
 * requested.
 */
export function destinationWork(
  base: WorkerBase,
  networks: readonly Cidr[],
): Omit<DestinationWork, "mayRequest" | "pause"> {
  const { reads, now, newId, random, metrics, publicUrl } = base;
  return {
    reads,
    now,
    newId,
    random,
    hosts: createHosts(),
    outage: createOutage(),
    metrics,
    // The user agent shows readers of access logs who sends the requests, and why.
    request: createOutgoing({ allowed: networks, userAgent: `hoplog-link-check/1.0 (+${publicUrl}/privacy)` }),
  };
}

/**
 * Returns a function that checks that a URL is not our own: a visit to a short link would be counted, and could
 * redirect in a loop. Unverified domains do not count as our own, because anyone may claim any name.
 */
export async function otherHosts(client: ClientBase, base: PublicUrl & ShortUrl & ShortHosts) {
  const { rows } = await client.query<{ name: string }>(sql`SELECT name FROM domain WHERE ${isServedSql}`);
  const nameOf = (hostname: string) => canonicalHost({ hostname, port: "" });
  const ofInstallation = defaultHosts([base.shortUrl, base.publicUrl], base.shortHosts);
  const own = new Set([...ofInstallation, ...rows.map(({ name }) => name)].map(nameOf));
  const ownOrigins = new Set([base.shortUrl, base.publicUrl].map((url) => canonicalHost(new URL(url))));
  // On localhost only ports distinguish servers.
  const isThisMachine = (name: string) => name === nameOf("localhost");
  return (url: URL) => {
    const name = nameOf(url.hostname);
    return !ownOrigins.has(canonicalHost(url)) && (isThisMachine(name) || !own.has(name));
  };
}

/** Checks the destinations of links, in one process at a time, until stopped; deletes unused images. */
export function startDestinationRequests(base: WorkerBase, networks: readonly Cidr[]): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const work = { ...destinationWork(base, networks), pause: pauseUntil(leaving.signal) };
  const turns = firstTurns();
  const chores = createChores<ClientBase>(base, [
    {
      failed: "could not measure the queue of destination checks",
      everyMs: minuteMs,
      run: async (client, now) => work.metrics.queue.set(await queueSeconds(client, now)),
    },
    {
      failed: "could not delete unused images",
      everyMs: hourMs,
      async run(client, now) {
        while ((await forgetUnusedImages(client, now)) > 0) continue;
      },
    },
  ]);
  const running = startExclusiveWork({
    databaseUrl: base.databaseUrl,
    name: "hoplog destination requests",
    logger: base.logger,
    pollMs: 1000,
    async step(client) {
      await chores(client);
      // Usually no destination is due, and this is the only statement of a step.
      if (!(await isAnyDue(client, base.now()))) return "idle";
      const mayRequest = await otherHosts(client, base);
      return (await workDestinations({ ...work, mayRequest }, client, turns)) ? "worked" : "idle";
    },
  });
  return {
    stop() {
      leaving.abort();
      return running.stop();
    },
  };
}
