import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOwner, type Owner } from "./account.ts";
import { clickHouseCatalogue, postgresCatalogue } from "./catalogues.ts";
import { databasesOf } from "./databases.ts";
import { fillWithFormerData, type FormerData, readFormerData, writeFiles } from "./formerData.ts";
import { stateOf } from "./linkJobs.ts";
import { runTool } from "./tool.ts";

const env = { RATE_LIMITS: "off", LOG_LEVEL: "warn", WEBHOOK_NETWORKS: "127.0.0.1/32" };
const patient = { timeout: 120_000, interval: 250 };
const nothingWrong = "All figures agree with the raw clicks.";

const former: FormerData = readFormerData();
/** Messages of the webhook by their IDs. */
const received = new Map<string, { type: string; clicks: string[] }>();
let upgraded: TestStack;
const others: TestStack[] = [];
let owner: Owner;

const messageSchema = z.object({
  type: z.string(),
  data: z.object({ clicks: z.object({ _id: z.string() }).array().default([]) }),
});
const receiver = createServer(async (request, response) => {
  const { type, data } = messageSchema.parse(JSON.parse(await text(request)));
  received.set(String(request.headers["webhook-id"]), { type, clicks: data.clicks.map(({ _id }) => _id) });
  response.end();
});

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  upgraded = await newTestStack();
  await fillWithFormerData(upgraded, former, `http://127.0.0.1:${port}/`);
  await upgraded.start({ env }).ready();
  owner = await openOwner(upgraded.appUrl);
});
afterAll(async () => {
  for (const stack of [upgraded, ...others]) await stack?.clear();
  receiver.close();
});

it("counts each click once: in ClickHouse, in the log, and in the spool of a killed redirector", async () => {
  const { counted, inLog, inSpool } = former.visits;
  const { clickHouse } = databasesOf(upgraded);
  await expect.poll(() => owner.clicks(), patient).toBe(counted + inLog + inSpool);
  const [row] = await clickHouse("SELECT count() AS clicks, uniqExact(click_id) AS ids FROM clicks");
  expect(Object.values(row ?? {}).map(Number)).toEqual([counted + inLog + inSpool, counted + inLog + inSpool]);
  expect((await runTool(upgraded, "verify", { LINKS: "5" })).output).toContain(nothingWrong);

  const link = former.links[0];
  const visit = await fetch(`${upgraded.shortUrl}/${link?.code}`, { redirect: "manual" });
  expect(visit.headers.get("location")).toBe("https://example.com/moved");
  await expect.poll(() => owner.clicks(), patient).toBe(counted + inLog + inSpool + 1);
});

it("delivers the webhook messages that waited, the clicks that were on their way, and nothing that was delivered", async () => {
  const { postgres } = databasesOf(upgraded);
  const pending = "SELECT id FROM webhook_message WHERE state = 'pending'";
  await expect.poll(() => postgres(pending), patient).toEqual([]);
  const created = [...received.values()].filter(({ type }) => type === "link.created");
  expect(created).toHaveLength(former.waits.messages);
  expect(former.delivered.filter((id) => received.has(id))).toEqual([]);
  // The last click is the visit that the first test makes.
  const clicks = () => new Set([...received.values()].flatMap((message) => message.clicks)).size;
  await expect.poll(clicks, patient).toBe(former.visits.inLog + former.visits.inSpool + 1);
  const [failed] = await postgres("SELECT count(*)::int AS count FROM webhook_message WHERE state <> 'delivered'");
  expect(failed).toEqual({ count: 0 });
});

it("finishes the job, and changes each link once", async () => {
  const { postgres } = databasesOf(upgraded);
  const { id, links } = former.job;
  expect(former.waits.done).toBeLessThan(links);
  await expect.poll(() => stateOf(owner, id), patient).toBe("done");
  const [job] = await postgres("SELECT done, unchanged, failed FROM link_job WHERE id = $1", [id]);
  expect(job).toEqual({ done: links, unchanged: 0, failed: 0 });
  const changes = await postgres(
    `SELECT count(*)::int AS events, count(DISTINCT stream_id)::int AS links FROM event
     WHERE type = 'LinkOptionsChanged' AND stream_id IN (SELECT link_id FROM link_job_link WHERE job_id = $1)`,
    [id],
  );
  expect(changes).toEqual([{ events: links, links }]);
});

it("has the tables, indexes, grants, functions, triggers and views of a fresh installation", async () => {
  const fresh = await newTestStack();
  others.push(fresh);
  await fresh.start({ env, onNothing: true }).ready();
  const cataloguesOf = async (stack: TestStack) => {
    const { postgres, clickHouse } = databasesOf(stack);
    return {
      postgres: await postgresCatalogue((query) => postgres(query)),
      clickHouse: await clickHouseCatalogue(clickHouse, "hoplog"),
      migrations: [
        await postgres("SELECT scope, name, checksum FROM hoplog_migration ORDER BY scope, name"),
        await clickHouse("SELECT name, checksum FROM schema_migration ORDER BY name"),
      ],
    };
  };
  const [expected, found] = [await cataloguesOf(fresh), await cataloguesOf(upgraded)];
  expect(found).toEqual(expected);
  const kinds = new Set(Object.keys(found.postgres).map((name) => name.split(" ")[0]));
  for (const kind of ["relation", "column", "sequence", "index", "constraint", "function", "trigger"])
    expect([...kinds]).toContain(kind);
  expect(Object.keys(found.clickHouse)).toContain("link_quarter_view");
});

it("restores a backup of that commit", async () => {
  const restored = await newTestStack();
  others.push(restored);
  const backup = join(dirname(restored.dataFolder), "backup");
  writeFiles(backup, former.backup);
  expect(await runTool(restored, "restore", { FROM: backup })).toMatchObject({ code: 0 });
  await restored.start({ env }).ready();
  const again = await openOwner(restored.appUrl);
  await expect.poll(() => again.clicks(), patient).toBe(former.visits.counted);
  expect((await runTool(restored, "verify", { LINKS: "5" })).output).toContain(nothingWrong);
  const migrations = "SELECT scope, name, checksum FROM hoplog_migration ORDER BY scope, name";
  expect(await databasesOf(restored).postgres(migrations)).toEqual(await databasesOf(upgraded).postgres(migrations));
});
