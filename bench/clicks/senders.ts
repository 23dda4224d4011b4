import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import pg from "pg";
import { parse } from "uuid";
import { type BenchLink, openAccount } from "../measure/account.ts";
import { followCounts } from "../measure/counts.ts";
import { type BenchRedirector, startRedirector } from "../measure/redirector.ts";
import type { BenchStack } from "../measure/stack.ts";
import { firefox, steadily, visit } from "../measure/visits.ts";
import { simulateProducer } from "./producers.ts";
import { clickWorld, zipf } from "./world.ts";

/** The source of clicks: a number of simulated producers, or if null the real redirectors' listeners. */
export interface Fleet {
  readonly name: string;
  readonly producers: number | null;
}

export interface Sender {
  readonly name: string;
  /**
   * Sends clicks. Resolves when all are counted, with the milliseconds from the append or the redirect to the pushed
   * count, for each click of the followed link.
   */
  send(perSecond: number, clicks: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface Senders {
  open(fleet: Fleet): Promise<Sender>;
  /** Postgres connections per additional redirector. */
  readonly connectionsEach: number;
  close(): Promise<void>;
}

const linkCount = 1000;
/** One click in this many is a person's click on the followed link. */
const followEvery = 10;
/**
 * Maximum Postgres connections that additional producers share; Postgres allows 200. With Kafka each producer has its
 * own client, because a client chooses partitions by the amount of data that it sends.
 */
const maxPostgresLogs = 60;

/** Sends a click; `isFollowed` for the followed link. */
type Send = (click: RecordedClick, link: BenchLink, isFollowed: boolean) => Promise<void> | void;

interface Way {
  readonly send: Send;
  /** Resolves when all clicks are sent. */
  done(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an account with links, and starts as many redirectors as are needed in addition to the stack's own. */
export async function openSenders(
  stack: BenchStack,
  { redirectors, listeners }: { readonly redirectors: number; readonly listeners: number },
): Promise<Senders> {
  const account = await openAccount(stack.appUrl);
  const links = await account.createLinks(linkCount);
  const [followedLink, ...others] = links;
  if (!followedLink) throw new Error("no link was created");
  const followed = await followCounts(stack.appUrl, account.token, followedLink.id);
  const ownerId = parse(account.userId);
  const idOf = new Map(links.map(({ id }) => [id, parse(id)]));
  const world = clickWorld();
  const pickLink = zipf(others.length, 1);
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-fleet-"));

  const before = await connectionsTo(stack.databaseUrl);
  const extra: BenchRedirector[] = [];
  const missing = redirectors - stack.pidsOf("redirector").length;
  const env = stack.kafkaBrokers === undefined ? {} : { KAFKA_BROKERS: stack.kafkaBrokers };
  for (let i = 0; i < missing; i++) {
    const own = { databaseUrl: stack.databaseUrl, folder: path.join(folder, String(i)) };
    extra.push(await startRedirector(own, { cores: null, listeners, env }));
  }
  for (const redirector of extra) await redirector.knows(linkCount);
  const connectionsOfEach = ((await connectionsTo(stack.databaseUrl)) - before) / missing;
  const addresses = [
    ...stack.pidsOf("redirector").map(() => stack.shortUrl),
    ...extra.map(({ port }) => `http://127.0.0.1:${port}`),
  ];

  let followedClicks = 0;
  /** Times at which clicks of the followed link were answered or appended. */
  let sentAt: number[] = [];

  async function openWay(producers: number | null): Promise<Way> {
    return producers === null
      ? byRedirectors(addresses, () => sentAt.push(performance.now()))
      : byProducers(stack, producers, (clicks) => {
          const at = performance.now();
          for (const { linkId } of clicks) if (linkId === idOf.get(followedLink?.id ?? "")) sentAt.push(at);
        });
  }

  return {
    connectionsEach: connectionsOfEach,
    async open({ name, producers }) {
      const way = await openWay(producers);
      return {
        name,
        async send(perSecond, clicks) {
          sentAt = [];
          const first = followedClicks;
          await steadily(perSecond, clicks, async (i) => {
            const isFollowed = i % followEvery === 0;
            const link = isFollowed ? followedLink : (others[pickLink()] ?? followedLink);
            if (isFollowed) followedClicks++;
            const click = { ...world.click(Date.now()), ownerId, linkId: idOf.get(link.id) ?? ownerId };
            const byPerson = { userAgent: firefox, flags: 0 };
            await way.send({ ...click, ...(isFollowed && byPerson) }, link, isFollowed);
          });
          await way.done();
          await followed.reached(followedClicks);
          return sentAt.toSorted((one, other) => one - other).map((at, i) => followed.reachedAt(first + i + 1) - at);
        },
        close: () => way.close(),
      };
    },
    async close() {
      followed.close();
      await Promise.all(extra.map((redirector) => redirector.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function byProducers(
  stack: BenchStack,
  count: number,
  onShipped: (clicks: readonly RecordedClick[]) => void,
): Promise<Way> {
  const needed = stack.kafkaBrokers === undefined ? Math.min(count, maxPostgresLogs) : count;
  const logs = await Promise.all(Array.from({ length: needed }, () => stack.openLog()));
  const producers = Array.from({ length: count }, (_, i) => {
    const log = logs[i % logs.length];
    if (!log) throw new Error("no event log is open for the producer");
    return simulateProducer(log, onShipped);
  });
  return {
    send: (click) => producers[Math.floor(Math.random() * count)]?.add(click),
    done: async () => void (await Promise.all(producers.map((producer) => producer.done()))),
    close: async () => void (await Promise.all(logs.map((log) => log.close()))),
  };
}

/**
 * Sends each visit on a new connection, which the system gives to any listener. `onFollowed` is called when a visit to
 * the followed link is answered.
 */
function byRedirectors(addresses: readonly string[], onFollowed: () => void): Way {
  let turn = 0;
  return {
    async send({ userAgent, referrer, languages = "", query }, { code }, isFollowed) {
      const headers = { "user-agent": userAgent, referer: referrer, "accept-language": languages };
      await visit(`${addresses[turn++ % addresses.length]}/${code}?${query}`, headers);
      if (isFollowed) onFollowed();
    },
    done: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

async function connectionsTo(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  await client.end();
  return rows[0]?.count ?? Number.NaN;
}
