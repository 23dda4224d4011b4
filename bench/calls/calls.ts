import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openAccount } from "../measure/account.ts";
import { load, type LoadFigures, type LoadTarget } from "../measure/load.ts";
import { pinTo } from "../measure/pin.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { seedLinks } from "./seed.ts";

const own = 100_000;
const total = 1_000_000;
const seconds = 8;
const warmUpSeconds = 3;
const connections = 32;
const serverCore = 0;
const loadCore = 1;

const linkFields = "id name originalUrl shortUrl fullShortUrl isActive createdAt updatedAt";

/** Reads and creations of the api beside a bare Fastify handler that asks Postgres the same, turn by turn. */
export async function benchCalls(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const link = await account.createLink();
  await seedLinks(stack.databaseUrl, account.userId, own, total);
  const bare = await startBare(stack.databaseUrl, account.userId);
  const pinned = [pinTo(serverCore, stack.pidOf("api")), pinTo(serverCore, bare.pid), pinTo(loadCore, process.pid)];

  const headers = { authorization: `Bearer ${account.token}` };
  const get = (path: string): LoadTarget => ({ url: stack.appUrl + path, headers });
  const graphql = (body: () => object): LoadTarget => ({
    url: `${stack.appUrl}/graphql`,
    method: "POST",
    headers,
    body: () => JSON.stringify(body()),
  });
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
            query: `query ($id: UUID!) { link(id: $id) { ${linkFields} } }`,
            variables: { id: link.id },
          })),
        ],
        ["REST, with click count", get(`/api/urls/${link.id}`)],
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
  for (const [name, comparator, ours] of cases) {
    const base = await measure(comparator);
    rows.push([name, "bare Fastify + pg", ...figures(base, base)]);
    for (const [how, target] of ours) rows.push(["", how, ...figures(await measure(target), base)]);
  }
  bare.child.kill();
  const cores = pinned.every(Boolean)
    ? `servers on core ${serverCore}, load and Postgres on the others`
    : "cores not pinned";
  return [
    table(["api", "", "req/s", "of bare", "p50", "p99", "failed"], rows),
    `${whole(own)} links in the account, ${whole(total)} in all; ${connections} connections; ${seconds} s each; ${cores}`,
  ].join("\n");
}

async function measure(target: LoadTarget): Promise<LoadFigures> {
  await load(target, warmUpSeconds, connections);
  return load(target, seconds, connections);
}

function figures({ perSecond, p50, p99, failures }: LoadFigures, base: LoadFigures): string[] {
  return [whole(perSecond), (perSecond / base.perSecond).toFixed(2), ms(p50), ms(p99), whole(failures)];
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
