import { counted } from "@hoplog/schema/counted.js";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openAccount } from "../measure/account.ts";
import { load, type LoadFigures, type LoadTarget } from "../measure/load.ts";
import { cpuSeconds, pinTo } from "../measure/cpu.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { benchImport, importName } from "./imports.ts";
import { seedLinks, someLinks } from "./seed.ts";

const own = 100_000;
const total = Number(process.env["BENCH_LINKS"] ?? 1_000_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 8);
/** Runs only the cases whose names contain this string; empty for all. */
const only = process.env["BENCH_CASE"] ?? "";
const warmUpSeconds = 3;
const connections = 32;
const batchName = "create 1,000 links in one call";
const batchSize = 1000;
const batchConnections = 4;
const differentLinks = 1000;
const serverCore = 0;
const loadCore = 1;

const linkFields = "id name originalUrl shortUrl fullShortUrl isActive createdAt updatedAt";

/**
 * Compares the api's reads and creations with a bare Fastify handler that sends Postgres the same query, in
 * alternation.
 */
export async function benchCalls(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const link = await account.createLink();
  await seedLinks(stack.databaseUrl, account.userId, own, total);
  await quiet(stack.pidOf("api"));
  const links = await someLinks(stack.databaseUrl, account.userId, differentLinks);
  const bare = await startBare(stack.databaseUrl, account.userId);
  const api = stack.pidOf("api");
  const pinned = [pinTo(serverCore, api), pinTo(serverCore, bare.pid), pinTo(loadCore, process.pid)];

  const headers = { authorization: `Bearer ${account.token}` };
  const get = (path: string): LoadTarget => ({ url: stack.appUrl + path, headers });
  const graphql = (body: () => object): LoadTarget => ({
    url: `${stack.appUrl}/graphql`,
    method: "POST",
    headers,
    body: () => JSON.stringify(body()),
  });
  let asked = 0;
  const nextLink = (): string => links[++asked % links.length] ?? "";
  const oneLink = `query ($id: UUID!) { link(id: $id) { ${linkFields} } }`;
  const search = `query ($text: String!) { links(first: 50, filter: { search: $text }) { edges { node { ${linkFields} } } } }`;
  const nextCode = () => `s${String((++asked * 7919) % own).padStart(8, "0")}`;
  const nextBeginning = () => `Link%20${10 + (++asked % 90)}`;
  let made = 0;
  const input = () => ({ name: "Bench", originalUrl: `https://example.com/${++made}` });
  const cases: readonly (readonly [
    name: string,
    bare: LoadTarget,
    ours: readonly (readonly [string, LoadTarget])[],
  ])[] = [
    [
      "one link",
      { url: `${bare.url}/link/${link.id}` },
      [
        [
          "GraphQL",
          graphql(() => ({
            query: oneLink,
            variables: { id: link.id },
          })),
        ],
        ["REST, with click count", get(`/api/urls/${link.id}`)],
      ],
    ],
    [
      `one of ${whole(differentLinks)} links`,
      { url: bare.url, path: () => `/link/${nextLink()}` },
      [
        ["GraphQL", graphql(() => ({ query: oneLink, variables: { id: nextLink() } }))],
        ["REST, with click count", { ...get("/api/urls"), path: () => `/api/urls/${nextLink()}` }],
      ],
    ],
    [
      "50 links of 100,000",
      { url: `${bare.url}/links` },
      [
        [
          "GraphQL",
          graphql(() => ({
            query: `{ links(first: 50) { edges { node { ${linkFields} } } pageInfo { endCursor hasNextPage } } }`,
          })),
        ],
      ],
    ],
    [
      "the same, and how many in all",
      { url: `${bare.url}/links-and-total` },
      [
        [
          "GraphQL, with click counts",
          graphql(() => ({ query: `{ links(first: 50) { edges { node { ${linkFields} clicks } } totalCount } }` })),
        ],
        ["REST, with click counts", get("/api/urls?limit=50")],
      ],
    ],
    [
      "50 links by their last change",
      { url: `${bare.url}/links-by-update` },
      [
        [
          "GraphQL",
          graphql(() => ({
            query: `{ links(first: 50, sort: { field: updated, direction: desc }) { edges { node { ${linkFields} } } } }`,
          })),
        ],
      ],
    ],
    [
      "a search for a code",
      { url: bare.url, path: () => `/search?text=${nextCode()}` },
      [
        ["GraphQL", graphql(() => ({ query: search, variables: { text: nextCode() } }))],
        ["REST, with its count", { ...get("/api/urls"), path: () => `/api/urls?limit=50&search=${nextCode()}` }],
      ],
    ],
    [
      "a search for how 1,111 names begin",
      { url: bare.url, path: () => `/search?text=${nextBeginning()}` },
      [
        ["GraphQL", graphql(() => ({ query: search, variables: { text: decodeURIComponent(nextBeginning()) } }))],
        ["REST, with its count", { ...get("/api/urls"), path: () => `/api/urls?limit=50&search=${nextBeginning()}` }],
      ],
    ],
    [
      "create a link",
      { url: `${bare.url}/links`, method: "POST", body: () => JSON.stringify({ ...input(), code: `bare-${made}` }) },
      [
        [
          "GraphQL",
          graphql(() => ({
            query: "mutation ($input: CreateLinkInput!) { createLink(input: $input) { id shortUrl } }",
            variables: { input: input() },
          })),
        ],
        ["REST", { url: `${stack.appUrl}/api/urls`, method: "POST", headers, body: () => JSON.stringify(input()) }],
      ],
    ],
  ];

  const rows: string[][] = [];
  for (const [name, comparator, ours] of cases.filter(([name]) => name.includes(only))) {
    const base = await measure(comparator, bare.pid);
    rows.push([name, "bare Fastify + pg", ...figures(base, base)]);
    for (const [how, target] of ours) rows.push(["", how, ...figures(await measure(target, api), base)]);
  }
  const batch = {
    method: "POST",
    headers,
    body: () => JSON.stringify({ urls: Array.from({ length: batchSize }, input) }),
  } as const;
  if (batchName.includes(only)) {
    const base = await measure({ ...batch, url: `${bare.url}/links/batch` }, bare.pid, batchConnections);
    const ours = await measure({ ...batch, url: `${stack.appUrl}/api/urls/batch` }, api, batchConnections);
    rows.push([batchName, "multi-row inserts, bare", ...figures(base, base)], ["", "REST", ...figures(ours, base)]);
  }
  if (importName.includes(only)) rows.push(...(await benchImport(stack, account.token, bare.url)));
  bare.child.kill();
  const cores = pinned.every(Boolean)
    ? `servers on core ${serverCore}, load and Postgres on the others`
    : "cores not pinned";
  return [
    table(["api", "", "req/s", "of bare", "server", "of bare", "p50", "p99", "failed"], rows),
    `${counted(own, "link")} in the account, ${whole(total)} in all; ${counted(connections, "connection")}; ${seconds} s each; server: its processor time per request; ${cores}`,
  ].join("\n");
}

/** Waits at most two minutes until the api has published the seeded rows, so that its CPU time is spent on requests. */
async function quiet(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt++) {
    const before = cpuSeconds(pid);
    await sleep(1000);
    if (cpuSeconds(pid) - before < 0.1) return;
  }
}

interface Measured extends LoadFigures {
  /** Server processor time per request in microseconds. */
  readonly processor: number;
}

async function measure(target: LoadTarget, pid: number, from = connections): Promise<Measured> {
  await load(target, warmUpSeconds, from);
  const before = cpuSeconds(pid);
  const loaded = await load(target, seconds, from);
  return { ...loaded, processor: ((cpuSeconds(pid) - before) * 1e6) / (loaded.perSecond * seconds) };
}

/** Formats figures. Throughput depends on the machine's other load, processor time far less. */
function figures({ perSecond, processor, p50, p99, failures }: Measured, base: Measured): string[] {
  const [speed, work] = [perSecond / base.perSecond, base.processor / processor].map((ratio) => ratio.toFixed(2));
  return [whole(perSecond), speed ?? "", `${whole(processor)} µs`, work ?? "", ms(p50), ms(p99), whole(failures)];
}

async function startBare(
  databaseUrl: string,
  ownerId: string,
): Promise<{ url: string; pid: number; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL("bareServer.js", import.meta.url)), [databaseUrl, ownerId], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [url] = await once(child, "message");
  return { url: String(url), pid: child.pid ?? 0, child };
}
