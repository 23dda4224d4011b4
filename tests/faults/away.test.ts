import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signal } from "@hoplog/stack/processes/inspect.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Account, type AccountLink, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openProxies, type Proxy } from "./proxy.ts";
import { ways } from "./ways.ts";

let testStack: TestStack;
let proxies: ReadonlyMap<string, Proxy>;
let account: Account;
let link: AccountLink;
beforeAll(async () => {
  testStack = await newTestStack();
  const opened = await openProxies(testStack, ways["one machine"].engines);
  proxies = opened.proxies;
  const env = { THROUGH: JSON.stringify(opened.through) };
  await testStack.start({ boot: ways["one machine"].boot, env }).ready();
  account = await openAccount(testStack.appUrl, "ada@example.com");
  link = await account.createLink({ name: "Always there", originalUrl: "https://example.com/there" });
});
afterAll(async () => {
  await testStack.clear();
  await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
});

const visit = async () => (await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual" })).status;

async function ask(path: string, body?: object) {
  const response = await fetch(testStack.appUrl + path, {
    headers: { authorization: `Bearer ${account.tokens.accessToken}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
}

const health = async () => {
  const { status, body } = await ask("/healthz");
  return {
    status,
    ...z
      .object({ status: z.string() })
      .transform(({ status: word }) => ({ word }))
      .parse(body),
  };
};

/** Fetches the metrics of a part from the target that is listed for Prometheus. */
async function metricsOf(part: string): Promise<Response> {
  const targets = z.array(z.object({ targets: z.array(z.string()), labels: z.record(z.string(), z.string()) }));
  const file = readFileSync(join(testStack.dataFolder, "prometheus-targets.json"), "utf8");
  const found = targets.parse(JSON.parse(file)).find(({ labels }) => Object.values(labels).includes(part));
  return fetch(`http://${found?.targets[0]}/metrics`);
}

const metrics = async () => (await metricsOf("api")).status;

/** Returns the number of codes in the redirector's replica. */
async function replicaLinks(): Promise<number> {
  const text = await (await metricsOf("redirector")).text();
  return Number(/^hoplog_redirector_replica_links(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
}

const links = () => ask("/api/urls");
const linksByGraphql = () => ask("/graphql", { query: "{ links { totalCount } }" });
const figures = () => ask(`/api/urls/${link.id}/stats`);

const unavailable = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { error: { type: "INTERNAL_ERROR" } },
};
const unavailableByGraphql = {
  body: { errors: [{ extensions: { type: "INTERNAL_ERROR", status: 503, retryAfter: 5 } }] },
};

test("Postgres away: calls are answered with 503 and when to come again, metrics and redirects as ever", async () => {
  // Until the replica has links, the redirector queries Postgres.
  await expect.poll(replicaLinks).toBeGreaterThan(0);
  expect(await visit()).toBe(302);
  proxies.get("postgres")?.cut();
  await expect.poll(links).toMatchObject(unavailable);
  expect(await linksByGraphql()).toMatchObject(unavailableByGraphql);
  expect(await ask("/api/auth/login", { email: account.email, password: account.password })).toMatchObject(unavailable);
  expect(await health()).toEqual({ status: 503, word: "unhealthy" });
  expect(await metrics()).toBe(200);
  expect(await visit()).toBe(302);
  proxies.get("postgres")?.heal();
  await expect.poll(links).toMatchObject({ status: 200 });
  await expect.poll(health).toEqual({ status: 200, word: "ok" });
});

test("ClickHouse away: figures are answered with 503, links as ever, and a balancer keeps the api", async () => {
  proxies.get("clickHouse")?.cut();
  await expect.poll(health).toEqual({ status: 200, word: "degraded" });
  expect(await figures()).toMatchObject(unavailable);
  expect(await links()).toMatchObject({ status: 200 });
  expect(await metrics()).toBe(200);
  proxies.get("clickHouse")?.heal();
  await expect.poll(figures).toMatchObject({ status: 200 });
});

test("ClickHouse without an answer: figures are answered with 503 once its time is over", async () => {
  const frozen = testStack.pids()["clickhouse"] ?? 0;
  signal(frozen, "SIGSTOP");
  try {
    expect(await figures()).toMatchObject(unavailable);
    expect(await links()).toMatchObject({ status: 200 });
  } finally {
    signal(frozen, "SIGCONT");
  }
  await expect.poll(figures).toMatchObject({ status: 200 });
});
