import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { visitMany } from "../faults/load.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { clickBatch } from "../verify/clickBatch.ts";
import { openOwner, type Owner } from "./account.ts";
import { contentOf, databasesOf } from "./databases.ts";
import { importOf, uploadImport } from "./imports.ts";
import { holdJobs, startJob, stateOf, undoJob } from "./linkJobs.ts";
import { makeOnce, type Programs, usePrograms } from "./programs.ts";
import { runTool } from "./tool.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const quiet = { RATE_LIMITS: "off", LOG_LEVEL: "warn", WEBHOOK_NETWORKS: "127.0.0.1/32" };
const filled = 120_000;
const day = 86_400_000;

let testStack: TestStack;
let account: Owner;
let links: { id: string; code: string }[];
/** A link with a password. */
let guarded: { code: string };
/** Tags, archived state and other metadata of the fourth link. */
let organised: object;
/** ID of a finished job that changed four links. */
let job: string;
const importedFile = "name,url,code\nMoved 1,https://example.com/1,moved-1\nMoved 2,https://example.com/2,moved-2";
/** ID of a completed import, whose links exist. */
let imported: string;
let programs: Programs;
/** ID of an import that has been read but not started. */
let readImport: string;
const others: TestStack[] = [];

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: quiet }).ready();
  account = await openOwner(testStack.appUrl);
  const group = await account.createGroup("Kept");
  links = [];
  for (let i = 0; i < 30; i++)
    links.push(await account.createLink({ name: `Link ${i}`, groupId: i % 2 ? group : undefined }));
  await account.call("POST", "/api/notes", {
    at: "2026-11-24T09:00:00Z",
    text: "Newsletter sent",
    linkId: links[0]?.id,
  });
  await account.call("PUT", "/api/bots/rules", {
    addresses: ["192.0.2.1"],
    parameter: { name: "me", value: "it-is-us" },
  });
  await account.call("POST", "/api/shares", {
    name: "Shown",
    target: "group",
    targetId: group,
    password: "kept in backups",
  });
  guarded = await account.createLink({ name: "Guarded" }, { password: "kept in backups" });
  await account.call("PUT", `/api/urls/${links[1]?.id}`, {
    name: "Renamed",
    originalUrl: "https://example.com/",
  });
  organised = { tags: ["Print", "Spring"], note: "At the station", externalId: "crm-17", isArchived: true };
  await account.call("PUT", `/api/urls/${links[3]?.id}`, {
    name: "Link 3",
    originalUrl: "https://example.com/",
    ...organised,
    isFavourite: true,
  });
  job = await startJob(
    account,
    links.slice(4, 8).map(({ id }) => id),
  );
  await vi.waitFor(async () => expect(await stateOf(account, job)).toBe("done"), { timeout: 60_000, interval: 100 });
  const untilImport = (id: string, state: string) =>
    vi.waitFor(async () => expect(await importOf(account, id)).toMatchObject({ state }), {
      timeout: 60_000,
      interval: 100,
    });
  imported = await uploadImport(testStack.appUrl, account, importedFile);
  await untilImport(imported, "ready");
  await account.call("POST", `/api/imports/${imported}/start`);
  readImport = await uploadImport(testStack.appUrl, account, "name,url,code\nLater,https://example.com/3,moved-3");
  await untilImport(imported, "done");
  await untilImport(readImport, "ready");
  const log = await openEventLog({
    databaseUrl: databasesOf(testStack).databaseUrl,
    logger: createLogger("test", "silent"),
  });
  const owner = { id: account.id, email: account.email, linkIds: links.map(({ id }) => id), clicks: account.clicks };
  for (let i = 0; i < 6; i++)
    await log.append(clicksV1, [
      { key: null, value: clickBatch(owner, filled / 6, Date.now() - (40 - i * 6) * day, 5 * day) },
    ]);
  await log.close();
  await vi.waitFor(async () => expect(await account.clicks()).toBe(filled), { timeout: 90_000, interval: 200 });
  programs = await usePrograms(testStack, account);
});
afterAll(async () => {
  for (const one of [testStack, ...others]) await one?.clear();
});

async function emptyStack(): Promise<TestStack> {
  const other = await newTestStack();
  others.push(other);
  return other;
}

/** Locks the log against appends until the returned function is called. */
async function lockLog(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databasesOf(testStack).databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query("LOCK TABLE log_record IN EXCLUSIVE MODE");
  return () => client.end();
}

/** Tables that must not be empty, because the comparison would otherwise not test them. */
const ofPrograms = [
  "api_key",
  "idempotent_call",
  "webhook",
  "webhook_message",
  "webhook_attempt",
  "conversion",
  "account_limit",
  "ClickHouse conversions FINAL",
];
const rowsOf = (hashed: unknown) => z.object({ rows: z.coerce.number() }).parse(hashed).rows;

const visit = (at: TestStack, code: string) =>
  fetch(`${at.shortUrl}/${code}`, { redirect: "manual", headers: { "user-agent": browser } });

describe("make backup and make restore", { timeout: 480_000 }, () => {
  it("bring everything into an empty place, where work goes on, and count nothing twice", async () => {
    const edited = links[1] ?? { id: "", code: "" };
    const visits = 40;
    await visitMany(`${testStack.shortUrl}/${edited.code}`, visits, browser, () => {});
    await visit(testStack, "nosuchcode");
    await vi.waitFor(async () => expect(await account.clicks()).toBe(filled + visits), {
      timeout: 60_000,
      interval: 100,
    });
    const here = databasesOf(testStack);
    await expect.poll(() => here.clickHouse("SELECT * FROM misses")).toHaveLength(1);
    // Inserts an existing retention; the api applies it as soon as it is saved again.
    await here.postgres("INSERT INTO click_retention (owner_id, days, set_at) VALUES ($1, 30, now())", [account.id]);
    await account.call("PUT", "/api/clicks/retention", { days: 30 });
    const done = "SELECT FROM click_retention WHERE done_before = (now() AT TIME ZONE 'UTC')::date - 30";
    await expect.poll(() => here.postgres(done), { interval: 100 }).toHaveLength(1);
    const singles = () => here.clickHouse("SELECT toUInt32(count()) AS n FROM clicks");
    const [{ n: kept } = { n: 0 }] = await singles();
    expect(kept).toBeLessThan(filled * 0.9);
    expect(await account.clicks()).toBe(filled + visits);
    // Resets the consumer's position, as if ingest had been killed after every insert and before every commit: all
    // batches are redelivered.
    await here.postgres("UPDATE log_consumer SET xid = '0', position = 0");
    const figures = await account.figures([links[0]?.id ?? "", edited.id]);
    const content = await contentOf(here);
    expect(ofPrograms.filter((name) => rowsOf(content[name]) === 0)).toEqual([]);

    const to = join(testStack.dataFolder, "..", "backup");
    const saved = await runTool(testStack, "backup", { TO: to });
    expect(saved).toMatchObject({ code: 0 });
    expect(await contentOf(here)).toEqual(content);

    const restored = await emptyStack();
    const result = await runTool(restored, "restore", { FROM: to });
    expect(result).toMatchObject({ code: 0 });
    await restored.start({ env: quiet }).ready();
    const there = databasesOf(restored);
    expect(await contentOf(there)).toEqual(content);
    process.stdout.write(`${saved.output}${result.output}`);

    // Waits until all redelivered batches have been processed.
    await vi.waitFor(
      async () =>
        expect(
          await there.postgres(
            `SELECT FROM log_record AS r JOIN log_consumer AS c USING (topic)
             WHERE topic = 'clicks.v1' AND (r.xid, r.position) > (c.xid, c.position)`,
          ),
        ).toEqual([]),
      { timeout: 60_000 },
    );
    const again = await openOwner(restored.appUrl);
    expect(again.id).toBe(account.id);
    expect(await again.clicks()).toBe(filled + visits);
    expect(await there.clickHouse("SELECT toUInt32(count()) AS n FROM clicks")).toEqual([{ n: kept }]);
    expect(await again.figures([links[0]?.id ?? "", edited.id])).toEqual(figures);
    const verified = await runTool(restored, "verify", { LINKS: "1" });
    expect(verified.output).toContain("All figures agree with the raw clicks.");
    process.stdout.write(verified.output);

    // Tags can be searched, and a job from before the backup can be undone.
    const tagged = await again.call("GET", "/api/urls?tags=print,spring&tagsMode=all&archived=only&favourite=true");
    expect(tagged).toMatchObject({ data: [{ _id: links[3]?.id, ...organised }] });
    const undone = await undoJob(again, job);
    await expect.poll(() => stateOf(again, undone)).toBe("done");
    expect(await again.call("GET", `/api/urls/jobs/${undone}/results?outcome=done`)).toMatchObject({
      data: links.slice(4, 8).map(({ id }) => ({ urlId: id })),
    });

    // API keys, idempotent calls, webhook messages, conversions and individual limits survive the restore.
    expect(await makeOnce(restored, programs.key)).toEqual({ id: programs.linkId, isReplayed: true });
    for (const path of [`/api/webhooks/${programs.webhookId}/messages`, "/api/conversions"]) {
      const listed = await again.call("GET", path);
      expect(listed).toMatchObject({ data: [expect.anything()] });
      expect(listed).toEqual(await account.call("GET", path));
    }
    expect((await runTool(restored, "operator", {}, ["limits", account.email])).output).toContain("5000 in 60 s");

    // An import that was read can be started, and a completed import is not repeated.
    await again.call("POST", `/api/imports/${readImport}/start`);
    await expect.poll(() => importOf(again, readImport)).toMatchObject({ state: "done", done: 1 });
    expect(await importOf(again, imported)).toMatchObject({ state: "done", done: 2 });
    const same = await uploadImport(restored.appUrl, again, importedFile);
    await expect.poll(() => importOf(again, same)).toMatchObject({ state: "ready", toCreate: 0, existing: 2 });

    // A new Postgres starts with low transaction ids: an edit must still reach visitors, counts and history.
    const before = await again.historyOf(edited.id);
    expect(before).toBe(await account.historyOf(edited.id));
    const target = "https://example.com/after";
    await again.call("PUT", `/api/urls/${edited.id}`, { name: "Renamed", originalUrl: target });
    await expect.poll(async () => (await visit(restored, edited.code)).headers.get("location")).toBe(target);
    await expect.poll(() => again.clicks()).toBeGreaterThan(filled + visits);
    expect(await again.historyOf(edited.id)).toBe(before + 1);
    const fresh = await again.createLink({ name: "Made after the restore" });
    expect((await visit(restored, fresh.code)).status).toBe(302);
    const body = new URLSearchParams({ password: "kept in backups" });
    const given = await fetch(`${restored.shortUrl}/${guarded.code}`, { method: "POST", body, redirect: "manual" });
    expect(given.status).toBe(303);
  });

  it("fit together when taken under load: every click answered before is there once", async () => {
    const code = links[2]?.code ?? "";
    const base = await account.clicks();
    const capped = await account.createLink({ name: "Capped" }, { maxClicks: 10 });
    const somewhere = "'0190aaaa-0000-7000-8000-000000000000'";
    await databasesOf(testStack).postgres(
      `SELECT lease_visits(gen_random_uuid(), ${somewhere}, 'somewhere', $1, 1, 3, 0)`,
      [capped.id],
    );
    const releaseJobs = await holdJobs(testStack);
    const waiting = await startJob(
      account,
      links.slice(10, 20).map(({ id }) => id),
    );
    let answered = 0;
    const load = visitMany(`${testStack.shortUrl}/${code}`, 25_000, browser, (done) => (answered = done));
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThan(5000);
    // The log accepts no appends from here on, so clicks stay in the spool.
    const unlock = await lockLog();
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThan(7000);
    const answeredBefore = answered;
    const to = join(testStack.dataFolder, "..", "backup-under-load");
    const saved = await runTool(testStack, "backup", { TO: to });
    const answeredAfter = answered;
    expect(await stateOf(account, waiting)).toBe("waiting");
    await releaseJobs();
    await unlock();
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.output).toMatch(/ [1-9]\d* chunks? of the spool/);
    expect((await load).wrong).toBe(0);

    const restored = await emptyStack();
    expect(await runTool(restored, "restore", { FROM: to })).toMatchObject({ code: 0 });
    await restored.start({ env: quiet }).ready();
    const again = await openOwner(restored.appUrl);
    // A job that was waiting at the backup continues after the restore.
    await expect.poll(() => stateOf(again, waiting)).toBe("done");
    await vi.waitFor(async () => expect(await again.clicks()).toBeGreaterThanOrEqual(base + answeredBefore), {
      timeout: 90_000,
      interval: 200,
    });
    const verified = await runTool(restored, "verify", { LINKS: "1" });
    expect(verified.output).toContain("All figures agree with the raw clicks.");
    expect(await again.clicks()).toBeLessThanOrEqual(base + answeredAfter);
    // The leased visits count as used, because the restored installation cannot know how many of them were used.
    expect(await again.call("GET", `/api/urls/${capped.id}`)).toMatchObject({ url: { maxClicks: 10, visitsLeft: 7 } });
  });

  it("refuse what can't be right, and leave nothing behind", async () => {
    const to = join(testStack.dataFolder, "..", "backup-refused");
    expect(await runTool(testStack, "backup", { TO: to })).toMatchObject({ code: 0 });
    const twice = await runTool(testStack, "backup", { TO: to });
    expect(twice.output).toContain("already exists");
    expect(twice.code).toBe(1);
    const occupied = await runTool(testStack, "restore", { FROM: to });
    expect(occupied.output).toMatch(/hoplog already runs on/);
    expect(occupied.code).toBe(1);

    const other = await emptyStack();
    expect((await runTool(other, "restore")).output).toContain("Provide a backup");
    expect((await runTool(other, "restore", { FROM: other.dataFolder })).output).toContain("contains no backup");
    const file = join(to, "postgres", "event.copy.zst");
    const whole = readFileSync(file);
    appendFileSync(file, "x");
    const damaged = await runTool(other, "restore", { FROM: to });
    expect(damaged.output).toContain("The backup is damaged: postgres/event.copy.zst was changed.");
    expect(readdirSync(other.dataFolder)).toEqual(["logs"]);
    writeFileSync(file, whole);
    rmSync(join(to, "clickhouse", "clicks.native.zst"));
    expect((await runTool(other, "restore", { FROM: to })).output).toContain("clicks.native.zst cannot be read");
    mkdirSync(join(other.dataFolder, "postgres"));
    expect((await runTool(other, "restore", { FROM: to })).output).toContain("only into an empty data folder");
    const nowhere = await runTool(await emptyStack(), "backup", { TO: join(to, "none") });
    expect(nowhere.output).toContain("Start hoplog first: make up");
    expect(nowhere.code).toBe(1);
  });
});
