import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTables } from "../../../boot/features.ts";
import { rebuildReadTables } from "../../../kernel/eventstore/rebuild.ts";
import { listingIn, operate } from "../../../testing/listings.ts";
import { mailsTo, mailTo } from "../../../testing/mails.ts";
import { withoutLinks } from "../../../accounts/mail/strangersName.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
afterAll(() => api.close());

const listing = (id: string) => () => listingIn(api, user, id);
const always = { field: "country", op: "in", values: ["AT"] };

describe("a listed URL", () => {
  it("is refused on its field, wherever a link may lead there", async () => {
    const { id } = await makeLink(api, user);
    const bad = "https://www.refused.example/login";
    await makeLink(api, user, { name: "before", originalUrl: bad });
    await operate(api, "block", "refused.example", "--reason", "Phishing of a bank");
    const arms = [
      { url: "https://example.com/", weight: 1 },
      { url: bad, weight: 1 },
    ];
    const cases: readonly [string, object][] = [
      ["originalUrl", { originalUrl: bad }],
      ["expiredUrl", { expiresAt: "2030-01-01", expiredUrl: bad }],
      ["maxClicksUrl", { maxClicks: 5, maxClicksUrl: bad }],
      ["rules.0.then.url", { rules: [{ when: always, then: { url: bad } }] }],
      ["rules.0.then.split.arms.1.url", { rules: [{ when: always, then: { split: { arms } } }] }],
      ["split.arms.1.url", { split: { arms } }],
    ];
    const fields = (body: unknown) => body as { error: { details: { fields: { field: string; message: string }[] } } };
    await expect
      .poll(async () => (await call(api, "PUT", `/api/urls/${id}`, { user, body: { originalUrl: bad } })).status)
      .toBe(422);
    for (const [field, body] of cases) {
      const made = { name: "New", originalUrl: "https://example.com/", ...body };
      for (const answer of [
        await call(api, "POST", "/api/urls", { user, body: made }),
        await call(api, "PUT", `/api/urls/${id}`, { user, body }),
      ]) {
        expect(answer.status).toBe(422);
        expect(fields(answer.body).error.details.fields).toEqual([
          { field, message: "This URL is listed as harmful, so no link may redirect to it. Phishing of a bank" },
        ]);
      }
      const { body: batch } = await call(api, "POST", "/api/urls/batch", { user, body: { urls: [made] } });
      expect(batch).toMatchObject({
        data: [{ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } }],
      });
    }
    const preview = { preview: { imageUrl: "https://refused.example/a.png" } };
    expect((await call(api, "PUT", `/api/urls/${id}`, { user, body: preview })).status).toBe(200);
  });

  it("is refused in a revert", async () => {
    const { id } = await makeLink(api, user, { originalUrl: "https://once.example/" });
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { originalUrl: "https://example.com/new" } });
    await operate(api, "block", "once.example");
    const revert = () => call(api, "POST", `/api/urls/${id}/revert`, { user, body: { version: 2 } });
    await expect
      .poll(async () => {
        const body = { name: "Another", originalUrl: "http://once.example" };
        return (await call(api, "POST", "/api/urls", { user, body })).status;
      })
      .toBe(422);
    expect(await revert()).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "originalUrl" }] } } },
    });
    expect(await listing(id)()).toBeUndefined();
  });
});

describe("a link that leads to a URL that is listed later", () => {
  it("is listed, shows it everywhere, is explained to its owner once, and is free again", async () => {
    const owner = await signUp(api);
    const url = "https://later.example/login?next=1";
    const { id, code } = await makeLink(api, owner, { name: "Spring", originalUrl: url, expiresAt: "2020-01-01" });
    const other = await makeLink(api, owner, { originalUrl: "https://later.example/log" });
    const out = await operate(api, "block", "https://LATER.example/login", "--reason", "Phishing");
    expect(out).toContain("later.example/login is blocked");
    const shown = { url, reason: "Phishing", source: "blocklist" };
    await expect.poll(() => listingIn(api, owner, id)).toEqual(shown);
    expect(await listingIn(api, owner, other.id)).toBeUndefined();

    const query = `{ link(id: "${id}") { state isActive listing { url reason source }
      history { type by revertible changes { field from to } } } }`;
    const { body } = await graphql(api, query, {}, owner);
    expect(body).toMatchObject({
      data: {
        link: {
          state: "listed",
          isActive: true,
          listing: { ...shown, source: "blocklist" },
          history: [
            { type: "LinkCreated" },
            {
              type: "LinkListed",
              by: null,
              revertible: false,
              changes: [{ field: "listing", to: `${url}: Phishing` }],
            },
          ],
        },
      },
    });
    expect((await call(api, "POST", `/api/urls/${id}/try`, { user: owner, body: {} })).body).toMatchObject({
      data: { outcome: "listed", url: null },
    });
    const { rows } = await api.services.reads.query("SELECT state, plan FROM link_target WHERE code = $1", [code]);
    expect(rows).toMatchObject([{ state: "planned", plan: expect.anything() }]);
    expect(String(rows[0].plan)).toContain("isListed");
    expect(await operate(api, "find-link", code)).toContain(`listed by the blocklist: ${url} (Phishing)`);

    const mail = await mailTo(api, owner.email, "show a warning");
    expect(mail.text).toContain(
      `Spring (http://localhost:3001/${code}) leads to ${withoutLinks(url)}. Reason: Phishing`,
    );
    // A changed reason updates the listing and creates no second one.
    await operate(api, "block", "later.example/login", "--reason", "Phishing of a bank");
    await expect.poll(() => listingIn(api, owner, id)).toEqual({ ...shown, reason: "Phishing of a bank" });

    await rebuildReadTables(api.services.orm, readTables);
    expect(await listingIn(api, owner, id)).toEqual({ ...shown, reason: "Phishing of a bank" });

    await operate(api, "unblock", "later.example/login");
    await expect.poll(() => listingIn(api, owner, id)).toBeUndefined();
    expect((await mailsTo(api, owner.email)).filter(({ subject }) => subject.includes("warning"))).toHaveLength(1);
    await expect(operate(api, "unblock", "later.example/login")).rejects.toThrow("is not blocked");
  });

  it("is free again as soon as it leads elsewhere", async () => {
    const rules = [{ when: always, then: { url: "https://rule.example/" } }];
    const { id } = await makeLink(api, user, { rules });
    await operate(api, "block", "rule.example");
    await expect.poll(listing(id)).toMatchObject({ url: "https://rule.example/" });
    expect((await call(api, "PUT", `/api/urls/${id}`, { user, body: { rules: null } })).status).toBe(200);
    await expect.poll(listing(id)).toBeUndefined();
  });

  it("can be banned, switched off and deleted meanwhile", async () => {
    const { id, code } = await makeLink(api, user, { originalUrl: "https://both.example/" });
    await operate(api, "block", "both.example");
    await expect.poll(listing(id)).toBeDefined();
    const state = async () => (await graphql(api, `{ link(id: "${id}") { state } }`, {}, user)).body["data"];
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user });
    expect(await state()).toEqual({ link: { state: "inactive" } });
    await operate(api, "ban", "link", code, "--reason", "Spam");
    expect(await state()).toEqual({ link: { state: "banned" } });
    await operate(api, "lift", "link", code);
    expect((await call(api, "DELETE", `/api/urls/${id}`, { user })).status).toBe(200);
    // No work of the deleted link is left, and the worker continues.
    const next = await makeLink(api, user, { originalUrl: "https://next.example/" });
    await operate(api, "block", "next.example");
    await expect.poll(listing(next.id)).toBeDefined();
  });

  it("is named in mails with the short URL that leads there, in a domain of one's own too", async () => {
    const owner = await signUp(api);
    const domain = "xn--mnchen-3ya.brand.example";
    await call(api, "POST", "/api/domains", { user: owner, body: { name: domain } });
    const { id, code } = await makeLink(api, owner, { domain, originalUrl: "https://own.bad.example/" });
    await operate(api, "block", "own.bad.example");
    await expect.poll(() => listingIn(api, owner, id)).toBeDefined();
    const mail = await mailTo(api, owner.email, "show a warning");
    expect(mail.text).toContain(`(https://${domain}/${code}) leads to https[:]//own[.]bad[.]example/`);
  });

  it("is among thousands that are listed, and its owner gets few mails", async () => {
    const owner = await signUp(api);
    const urls = Array.from({ length: 700 }, (_, i) => ({ name: `L${i}`, originalUrl: `https://many.example/${i}` }));
    await call(api, "POST", "/api/urls/batch", { user: owner, body: { urls } });
    await operate(api, "block", "many.example");
    const listed = async () =>
      (
        await api.services.reads.query(
          "SELECT count(*)::int AS links FROM link WHERE owner_id = $1 AND listed_url IS NOT NULL",
          [owner.id],
        )
      ).rows;
    await expect.poll(listed).toEqual([{ links: 700 }]);
    const mail = await mailTo(api, owner.email, "show a warning");
    expect(mail.text.match(/leads to https\[:\]\/\/many\[\.\]example/g)).toHaveLength(20);
    expect(mail.text).toContain("And 680 more.");
    expect(await mailsTo(api, owner.email)).toHaveLength(1);
    await operate(api, "unblock", "many.example");
    await expect.poll(listed).toEqual([{ links: 0 }]);
  }, 150_000);
});

describe("the operator's commands", () => {
  it("list what stands on the list, and stand in the audit", async () => {
    await operate(api, "block", "shown.example", "--reason", "Malware");
    expect(await operate(api, "block", "SHOWN.example.", "--reason", "Malware")).toContain(
      "is already blocked for this reason",
    );
    const out = await operate(api, "list", "blocklist", "--limit", "1");
    expect(out).toMatch(/^\S+Z {2}shown\.example {2}Malware\n\d+ entries of operators, 0 of the blocklist file\.$/);
    const audit = await operate(api, "list", "audit");
    expect(audit).toMatch(/operator {2}BlockEntry {2}blocklist .*"entry":"shown\.example".*"operator":"ops"/);
    expect(audit).not.toContain("SHOWN");
  });

  it.each([
    [["block", "*.bad.example"], "The host name is not valid."],
    [["block", "x".repeat(100_000)], "An entry cannot exceed 2000 characters."],
    [["block", "bad.example", "--reason", "x".repeat(201)], "A reason cannot exceed 200 characters."],
    [["block", "bad.example", "--reason", " "], "A reason is required."],
    [
      ["block", "bad.example", "--reason", "a\nb"],
      "A reason must be a single line without invisible or control characters.",
    ],
    [["unblock", "never.example"], "never.example is not blocked."],
    [["block"], "Provide one ENTRY."],
    [["unblock", "a", "--reason", "b"], "This command does not accept --reason."],
    [["list", "blocklist", "--user", "x"], "This command does not accept --user."],
    [["list", "files"], "Provide one of audit, blocklist, leases and misses."],
  ])("refuse %.60j", async (args, message) => {
    await expect(operate(api, ...args)).rejects.toThrow(message);
  });
});
