import { signal } from "@hoplog/stack/processes/inspect.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { databasesOf } from "../operations/databases.ts";
import { importOf, uploadImport } from "../operations/imports.ts";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
});
afterAll(() => testStack.clear());

const jobSchema = z.object({
  data: z.object({ _id: z.string(), state: z.string(), done: z.number(), unchanged: z.number(), failed: z.number() }),
});
const links = 600;

/** Kills the api; the stack restarts it. */
async function killApi(): Promise<void> {
  const { api = 0 } = testStack.pids();
  signal(api, "SIGKILL");
  await expect.poll(() => testStack.pids()["api"] ?? api).not.toBe(api);
}

test("a job changes every link exactly once though the api is killed twice in the middle of it, and ends", async () => {
  const account = await openAccount(testStack.appUrl, "jobs@example.com");
  const urls = Array.from({ length: links }, (_, n) => ({ name: `Link ${n}`, originalUrl: "https://example.com/" }));
  await account.call("POST", "/api/urls/batch", { urls });
  const { _id: id } = jobSchema.parse(
    await account.call("POST", "/api/urls/jobs", { filter: {}, change: { isActive: false, redirectStatus: 307 } }),
  ).data;
  const job = async () => jobSchema.parse(await account.call("GET", `/api/urls/jobs/${id}`)).data;
  const { postgres } = databasesOf(testStack);
  // Reads from Postgres, because the api is about to be killed.
  const doneSoFar = async () => Number((await postgres("SELECT done FROM link_job WHERE id = $1", [id]))[0]?.["done"]);

  for (const enough of [50, 250]) {
    await expect.poll(doneSoFar, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    const restarted = killApi();
    expect(await doneSoFar()).toBeLessThan(links);
    await restarted;
  }
  const state = () => job().then((now) => now.state, String);
  await expect.poll(state).toBe("done");
  expect(await job()).toMatchObject({ done: links, unchanged: 0, failed: 0 });

  const changes = await postgres(
    `SELECT type, count(*)::int AS events, count(DISTINCT stream_id)::int AS links FROM event
     WHERE type IN ('LinkDeactivated', 'LinkOptionsChanged') GROUP BY type ORDER BY type`,
  );
  expect(changes).toEqual([
    { type: "LinkDeactivated", events: links, links },
    { type: "LinkOptionsChanged", events: links, links },
  ]);
  expect(await postgres("SELECT outcome, count(*)::int AS links FROM link_job_link GROUP BY outcome")).toEqual([
    { outcome: "done", links },
  ]);
  expect(await postgres("SELECT count(*)::int AS active FROM link WHERE is_active")).toEqual([{ active: 0 }]);
});

test("an import makes every link exactly once though the api is killed twice in the middle of it", async () => {
  const imported = 1500;
  const account = await openAccount(testStack.appUrl, "imports@example.com");
  const lines = Array.from({ length: imported }, (_, n) => `Moved ${n},https://example.com/${n},moved-${n},Print`);
  const id = await uploadImport(
    testStack.appUrl,
    account,
    ["name,url,code,tags", ...lines, "Bad,nonsense,,"].join("\n"),
  );
  const state = () => importOf(account, id).then((now) => now.state, String);
  await expect.poll(state).toBe("ready");
  await account.call("POST", `/api/imports/${id}/start`);
  const { postgres } = databasesOf(testStack);
  // Links are created before the import records them; the api may be killed after the creation.
  const madeSoFar = async () =>
    Number((await postgres("SELECT count(*) AS made FROM imported_link WHERE import_id = $1", [id]))[0]?.["made"]);

  for (const enough of [1, 500]) {
    await expect.poll(madeSoFar, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    const restarted = killApi();
    expect(await madeSoFar()).toBeLessThan(imported);
    await restarted;
  }
  await expect.poll(state).toBe("done");
  expect(await importOf(account, id)).toMatchObject({
    total: imported + 1,
    existing: 0,
    rejected: 1,
    done: imported,
    failed: 0,
  });

  expect(
    await postgres(
      `SELECT count(*)::int AS events, count(DISTINCT data ->> 'code')::int AS codes FROM event
       WHERE type = 'LinkCreated' AND data ->> 'ownerId' = $1`,
      [account.id],
    ),
  ).toEqual([{ events: imported, codes: imported }]);
  // Exactly one link was created for each row.
  expect(
    await postgres(
      `SELECT verdict, count(*)::int AS rows, count(link.id)::int AS links, count(link_tag)::int AS tagged FROM link_import_row AS one
       LEFT JOIN imported_link USING (import_id, key) LEFT JOIN link ON link.id = link_id AND link.name = one.name
       LEFT JOIN link_tag ON link_tag.link_id = link.id WHERE import_id = $1 GROUP BY verdict ORDER BY verdict`,
      [id],
    ),
  ).toEqual([
    { verdict: "create", rows: imported, links: imported, tagged: imported },
    { verdict: "rejected", rows: 1, links: 0, tagged: 0 },
  ]);
});

test("a link is made once for each Idempotency-Key by clients that repeat calls, though the api is killed twice", async () => {
  const account = await openAccount(testStack.appUrl, "repeating@example.com");
  const keys = Array.from({ length: 300 }, (_, n) => `key-${n}`);
  const { postgres } = databasesOf(testStack);
  const made = async () =>
    Number((await postgres("SELECT count(*) AS made FROM link WHERE owner_id = $1", [account.id]))[0]?.["made"]);

  /** Repeats a call until there is a response, as client programs do. Returns the id of the link. */
  async function create(key: string): Promise<string> {
    const headers = { authorization: `Bearer ${account.tokens.accessToken}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: key, originalUrl: "https://example.com/" });
    let answered = "";
    const attempt = async (): Promise<number> => {
      const sent = { method: "POST", headers: { ...headers, "idempotency-key": key }, body };
      const response = await fetch(`${testStack.appUrl}/api/urls`, sent).catch(() => null);
      const text = (await response?.text().catch(() => null)) ?? null;
      if (!response || text === null) return 0;
      answered = text;
      return response.status;
    };
    await expect.poll(attempt, { interval: 100 }).toBeOneOf([200, 201]);
    return z.object({ data: z.object({ _id: z.uuid() }) }).parse(JSON.parse(answered)).data._id;
  }

  const waiting = [...keys];
  const ids: string[] = [];
  const clients = Array.from({ length: 12 }, async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) ids.push(await create(key));
  });
  for (const enough of [40, 120]) {
    await expect.poll(made, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    await killApi();
  }
  await Promise.all(clients);
  expect(new Set(ids).size).toBe(keys.length);
  const rows = await postgres("SELECT name, count(*)::int AS links FROM link WHERE owner_id = $1 GROUP BY name", [
    account.id,
  ]);
  expect(rows.map(({ links: number }) => number)).toEqual(keys.map(() => 1));
  expect(await postgres("SELECT count(*)::int AS open FROM idempotent_call WHERE done_at IS NULL")).toEqual([
    { open: 0 },
  ]);
});
