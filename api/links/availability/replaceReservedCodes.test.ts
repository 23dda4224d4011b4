import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { operate } from "../../testing/listings.ts";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import { makeOldLink } from "../../testing/oldLinks.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { codes } from "./feature.ts";
import { replaceReservedCodes } from "./replaceReservedCodes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function linkOf(user: TestUser, id: string): Promise<Record<string, unknown>> {
  return (await call(api, "GET", `/api/urls/${id}`, { user })).body["data"] as Record<string, unknown>;
}

async function claimOf(code: string) {
  return (
    await api.services.reads.query(sql`SELECT owner_id, link_id FROM code_claim WHERE domain = 0 AND code = ${code}`)
  ).rows;
}

describe("links whose codes are paths of the app", () => {
  it("get other codes on a host that serves both, and their owners one mail each", async () => {
    const [ada, bob] = [await signUp(api), await signUp(api)];
    const keys = await makeOldLink(api, ada, { code: "keys", name: "Spring" });
    const live = await makeOldLink(api, ada, { code: "LiVe" });
    const kept = await makeLink(api, ada, { shortUrl: "livestock" });
    const developers = await makeOldLink(api, bob, { code: "developers" });

    // Before the migration, the link's code is that of a page of the app.
    expect(await linkOf(ada, keys)).toMatchObject({ shortUrl: "keys" });
    expect(await replaceReservedCodes(api.services)).toBe(3);
    const { shortUrl } = await linkOf(ada, keys);
    expect(shortUrl).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(await linkOf(ada, live)).not.toMatchObject({ shortUrl: "LiVe" });
    expect(await linkOf(bob, developers)).not.toMatchObject({ shortUrl: "developers" });
    expect(await linkOf(ada, kept.id)).toMatchObject({ shortUrl: "livestock" });
    expect(await claimOf("keys")).toEqual([{ owner_id: ada.id, link_id: null }]);

    const mail = await mailTo(api, ada.email, "have a new address");
    expect(mail.text).toContain(`Spring: http://localhost:3001/keys is now http://localhost:3001/${String(shortUrl)}`);
    expect(mail.text).toContain("/LiVe is now");
    expect(mail.text).not.toContain("/developers");
    await mailTo(api, bob.email, "have a new address");

    expect(await replaceReservedCodes(api.services)).toBe(0);
    expect((await mailsTo(api, ada.email)).filter(({ subject }) => subject.includes("new address"))).toHaveLength(1);
    await rebuildReadTables(api.services.orm, readTables);
    expect(await linkOf(ada, keys)).toMatchObject({ shortUrl });
  });

  it("are changed without the one that fails, which is logged and tried again", async () => {
    const [ada, bob] = [await signUp(api), await signUp(api)];
    const bad = await makeOldLink(api, ada, { code: "status" });
    const good = await makeOldLink(api, ada, { code: "docs" });
    const other = await makeOldLink(api, bob, { code: "DOCS" });
    const logged = vi.spyOn(api.services.logger, "error");
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    onTestFinished(async () => {
      logged.mockRestore();
      await client.query("DROP FUNCTION IF EXISTS fail_move CASCADE");
      await client.end();
    });
    await client.query(sql`
      CREATE FUNCTION fail_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
      CREATE TRIGGER fail_move BEFORE UPDATE ON link FOR EACH ROW WHEN (OLD.id = '${raw(bad)}') EXECUTE FUNCTION fail_move()`);
    expect(await replaceReservedCodes(api.services)).toBe(2);
    expect(await linkOf(ada, bad)).toMatchObject({ shortUrl: "status" });
    expect(await linkOf(ada, good)).not.toMatchObject({ shortUrl: "docs" });
    expect(await linkOf(bob, other)).not.toMatchObject({ shortUrl: "DOCS" });
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ id: bad }),
      expect.stringContaining("retrying later"),
    );
    await client.query("DROP FUNCTION fail_move CASCADE");
    expect(await replaceReservedCodes(api.services)).toBe(1);
  });

  it("don't go back to them", async () => {
    const user = await signUp(api);
    const id = await makeOldLink(api, user, { code: "scim" });
    await replaceReservedCodes(api.services);
    const { shortUrl } = await linkOf(user, id);
    const refused = { status: 422, body: { error: { details: { fields: [{ field: "shortUrl" }] } } } };
    const version = 2;
    expect(await call(api, "POST", `/api/urls/${id}/revert`, { user, body: { version } })).toMatchObject(refused);
    expect(await call(api, "PUT", `/api/urls/${id}`, { user, body: { shortUrl: "scim" } })).toMatchObject(refused);
    expect(await linkOf(user, id)).toMatchObject({ shortUrl });
  });

  it("make way though they are banned, and stay so", async () => {
    const user = await signUp(api);
    const id = await makeOldLink(api, user, { code: "saml" });
    await operate(api, "ban", "link", "saml", "--reason", "Phishing");
    expect(await replaceReservedCodes(api.services)).toBe(1);
    const link = await linkOf(user, id);
    expect(link).not.toMatchObject({ shortUrl: "saml" });
    expect(link).toMatchObject({ banReason: "Phishing" });
  });

  it("are each moved once by two apis", async () => {
    const user = await signUp(api);
    await makeOldLink(api, user, { code: "invitations" });
    const counts = await Promise.all([replaceReservedCodes(api.services), replaceReservedCodes(api.services)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    await mailTo(api, user.email, "have a new address");
    expect((await mailsTo(api, user.email)).filter(({ subject }) => subject.includes("new address"))).toHaveLength(1);
  });
});

describe("an api that starts", () => {
  const startWith = async (publicUrl: string) => {
    const registry = createRegistry("api");
    const base = { ...api.services, registry, publicUrl, shortUrl: "https://hop.example" };
    return { started: await codes.start(base), registry };
  };

  it("makes way where the app and short links share a host, and counts it", async () => {
    const user = await signUp(api);
    const id = await makeOldLink(api, user, { code: "docs-of-old" });
    const old = await makeOldLink(api, user, { code: "Keys" });
    const { started, registry } = await startWith("https://hop.example");
    await expect.poll(() => linkOf(user, old)).not.toMatchObject({ shortUrl: "Keys" });
    await started.stop?.();
    expect(await linkOf(user, id)).toMatchObject({ shortUrl: "docs-of-old" });
    const metric = await registry.getSingleMetric("hoplog_api_links_moved_total")?.get();
    expect(metric?.values[0]?.value).toBe(1);
  });

  it("leaves links alone elsewhere", async () => {
    const user = await signUp(api);
    const id = await makeOldLink(api, user, { code: "KEYS" });
    const { started } = await startWith("https://app.example");
    await started.stop?.();
    expect(await linkOf(user, id)).toMatchObject({ shortUrl: "KEYS" });
  });
});
