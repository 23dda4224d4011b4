import { counted } from "@hoplog/schema/counted.js";
import pg from "pg";
import { type BenchAccount, openAccount } from "../measure/account.ts";
import { percentile } from "../measure/percentile.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table } from "../measure/table.ts";
import { bareSearch } from "./bare.ts";
import { type SearchKind, searchKinds } from "./kinds.ts";
import { seedSearched } from "./seed.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 1_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 200);
const bareRounds = 40;
/** Time after which a search is not repeated any more, once it has had `minRounds` rounds. */
const maxMs = 15_000;
const bareMaxMs = 6000;
const minRounds = 5;

/**
 * Measures pages of 50 links found by a search, newest first, over GraphQL and one after another, each with a different
 * text. The baseline queries Postgres for the same text with its trigram index: as substring, or by similarity for
 * typos.
 */
export async function benchSearches(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  await seedSearched(stack.databaseUrl, account.userId, links);
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const rows: string[][] = [];
  try {
    for (const kind of await searchKinds(client, account.userId, links)) {
      const ours = await measured(kind, rounds, maxMs, (text) => search(stack, account, text));
      const bare = await measured(kind, bareRounds, bareMaxMs, (text) =>
        bareSearch(client, account.userId, kind, text),
      );
      const found = `${ours.found} of ${ours.searches}`;
      const times = [ms(ours.p50), ms(ours.p99), ms(bare.p50), ms(bare.p99), `${bare.found} of ${bare.searches}`];
      rows.push([kind.name, `${kind.aimMs} ms`, found, ...times, (ours.p50 / bare.p50).toFixed(2)]);
    }
  } finally {
    await client.end();
  }
  return [
    table(["search for", "aim, p99", "found", "p50", "p99", "bare p50", "p99", "found", "of bare"], rows),
    `${counted(links, "link")} in the account; up to ${counted(rounds, "search", "searches")} of a kind in ${maxMs / 1000} s, one after the other, each for another text`,
    "bare: Postgres alone, the text contained or (typos) alike by word similarity; of bare: p50",
  ].join("\n");
}

async function measured({ text }: SearchKind, most: number, within: number, send: (text: string) => Promise<number>) {
  const took: number[] = [];
  let found = 0;
  await send(text(0));
  const until = performance.now() + within;
  for (let i = 1; i <= most && (i <= minRounds || performance.now() < until); i++) {
    const startedAt = performance.now();
    const count = await send(text(i));
    took.push(performance.now() - startedAt);
    found += count > 0 ? 1 : 0;
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), found, searches: took.length };
}

const query = `query ($text: String!) {
  links(first: 50, filter: { search: $text }) {
    edges { node { id name originalUrl shortUrl fullShortUrl isActive createdAt updatedAt } }
    pageInfo { endCursor hasNextPage }
  }
}`;

/** Returns the number of links on the page. */
async function search(stack: BenchStack, { token }: BenchAccount, text: string): Promise<number> {
  const response = await fetch(`${stack.appUrl}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables: { text } }),
  });
  const body = await response.text();
  if (!response.ok || body.includes('"errors"')) throw new Error(`${response.status} ${body.slice(0, 300)}`);
  return body.split('"fullShortUrl"').length - 1;
}
