import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoryRoot } from "@hoplog/stack/root.js";
import pg from "pg";
import { z } from "zod";
import { counted } from "@hoplog/schema/counted.js";
import { openAccount } from "../measure/account.ts";
import { cpuSeconds, familyCpuSeconds, pinTo } from "../measure/cpu.ts";
import { startStack } from "../measure/stack.ts";
import { table, whole } from "../measure/table.ts";

const count = Number(process.env["BENCH_WEBHOOKS"] ?? 20_000);
/** Concurrent deliveries, the maximum of one workspace. */
const atOnce = 64;
const made = z.object({ data: z.object({ _id: z.string() }) });

/** Body of a `link.created` webhook. */
const body = JSON.stringify({
  type: "link.created",
  timestamp: new Date(0).toISOString(),
  data: {
    link: { _id: crypto.randomUUID(), name: "Bench", originalUrl: "https://example.com/", note: "x".repeat(400) },
  },
});

/**
 * Compares deliveries of waiting messages for two webhooks with bare POSTs of the same body to the same receiver; the
 * api and the sender of the bare POSTs are each pinned to core 0.
 */
export async function benchWebhooks(): Promise<string> {
  const receiver = start("receiver.js");
  const [line] = await once(receiver.stdout, "data");
  const url = `http://127.0.0.1:${String(line).trim()}`;
  const isPinned = pinTo(1, receiver.pid ?? 0);
  const stack = await startStack({ env: { WEBHOOK_NETWORKS: "127.0.0.1/32" } });
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  try {
    const bare = await barePosts(`${url}/bare`);
    const api = stack.pidOf("api");
    pinTo(0, api);
    const account = await openAccount(stack.appUrl);
    const call = async (method: string, place: string, sent: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${account.token}`, "content-type": "application/json" };
      return (await fetch(stack.appUrl + place, { method, headers, body: JSON.stringify(sent) })).json();
    };
    const before = await receivedBy(url);
    for (const n of [1, 2]) {
      const sent = { url: `${url}/${n}`, events: ["link.created"] };
      const { _id: id } = made.parse(await call("POST", "/api/webhooks", sent)).data;
      await call("PATCH", `/api/webhooks/${id}`, { paused: true });
      await database.query(
        `INSERT INTO webhook_message (id, webhook_id, owner_id, lane, type, body, created_at, due_at)
         SELECT gen_random_uuid(), $1, $2, $1, 'link.created', $3, now(), now() FROM generate_series(1, $4)`,
        [id, account.userId, body, count / 2],
      );
    }
    await database.query("VACUUM ANALYZE webhook_message");
    const usedBefore = { api: cpuSeconds(api), postgres: familyCpuSeconds(stack.pidOf("postgres")) };
    const began = performance.now();
    await database.query("UPDATE webhook SET state = 'active'");
    while ((await receivedBy(url)) - before < count) await sleep(20);
    const seconds = (performance.now() - began) / 1000;
    const used = {
      api: cpuSeconds(api) - usedBefore.api,
      postgres: familyCpuSeconds(stack.pidOf("postgres")) - usedBefore.postgres,
    };
    const rows = [
      ["bare POSTs by undici", whole(bare), "", ""],
      ["deliveries, signed and noted", whole(count / seconds), used.api.toFixed(1), used.postgres.toFixed(1)],
    ];
    const head = ["", "a second", "core s of api", "core s of Postgres"];
    const where = isPinned ? "each on one core, the receiver on another" : "unpinned";
    return `Webhooks: ${counted(count, "message")}, ${atOnce} at a time, ${where}\n${table(head, rows)}`;
  } finally {
    await database.end();
    await stack.stop();
    receiver.kill();
  }
}

async function barePosts(url: string): Promise<number> {
  const child = start("barePosts.js", url, body, String(count), String(atOnce));
  pinTo(0, child.pid ?? 0);
  const [line] = await once(child.stdout, "data");
  return count / (Number(String(line)) / 1000);
}

async function receivedBy(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/count`)).text());
}

type Started = ChildProcess & { readonly stdout: NonNullable<ChildProcess["stdout"]> };

function start(file: string, ...args: readonly string[]): Started {
  const program = path.join(repositoryRoot, "bench/dist/webhooks", file);
  return spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}
