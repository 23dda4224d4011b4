import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { requireInUse } from "../../accounts/outlets/record.ts";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import * as outlets from "../../testing/outlets.ts";
import { newPassword } from "../../testing/outlets.ts";
import { call, graphql, logIn, makeLink, openTestApi, password, signUp } from "../../testing/testApi.ts";
import type { Answer, TestApi, TestUser } from "../../testing/testApi.ts";
import { loopback, makeWebhook, type Receiver, startReceiver } from "../../testing/webhookReceiver.ts";

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: [...loopback] } });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const outletsOf = (user: TestUser) => outlets.outletsOf(api, user);
const stateOf = (user: TestUser, id: string) => outlets.stateOf(api, user, id);
const resetPassword = (email: string) => outlets.resetPassword(api, email);
const logInWith = (email: string, secret: string) => outlets.logInWith(api, email, secret);
const makeKey = (user: TestUser, scopes: readonly string[]) => outlets.makeKey(api, user, scopes);
const run = (sql: string, values: readonly unknown[]) => api.services.reads.query(sql, [...values]);
const named = (path: string) => receiver.at(path).map(({ data }) => (data["link"] as { name: string }).name);

describe("a reset of the password", () => {
  it("pauses a webhook made with a stolen session; what it would have sent waits until it is resumed", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const { id } = await makeWebhook(api, thief, receiver.url("/stolen"), ["link.created"]);
    await makeLink(api, owner, { name: "Before" });
    await expect.poll(() => named("/stolen")).toEqual(["Before"]);

    await resetPassword(owner.email);
    const again = await logInWith(owner.email, newPassword);
    const own = await makeWebhook(api, again, receiver.url("/own"), ["link.created"]);
    await makeLink(api, again, { name: "After" });
    // The other webhook's message is written in the same round, so the paused one's is written too.
    await expect.poll(() => named("/own")).toEqual(["After"]);
    await expect
      .poll(
        async () =>
          (await run("SELECT FROM webhook_message WHERE webhook_id = $1 AND state = 'pending'", [id])).rowCount,
      )
      .toBe(1);
    expect(named("/stolen")).toEqual(["Before"]);
    expect(await stateOf(again, id)).toBe("paused");
    expect(await stateOf(again, own.id)).toBe("active");

    const { text } = await mailTo(api, owner.email, "password was changed");
    expect(text).toContain("Paused");
    const resumed = await call(api, "POST", `/api/auth/outlets/webhook/${id}/resume`, { user: again });
    expect(resumed).toMatchObject({ status: 200, body: { data: { state: "active" } } });
    await expect.poll(() => named("/stolen")).toEqual(["Before", "After"]);
  });

  it("lists and does not pause what an ended session made more than 30 days ago, nor what has no record", async () => {
    const owner = await signUp(api);
    const { id: old } = await makeWebhook(api, owner, receiver.url("/old"), ["link.created"]);
    const { id: recent } = await makeWebhook(api, owner, receiver.url("/recent"), ["link.created"]);
    const { id: unknown } = await makeWebhook(api, owner, receiver.url("/unknown"), ["link.created"]);
    await call(api, "POST", "/api/auth/logout", { user: owner });
    await run("UPDATE outlet SET credential_at = now() - interval '31 days' WHERE id = $1", [old]);
    await run("DELETE FROM outlet WHERE id = $1", [unknown]);
    await resetPassword(owner.email);
    const again = await logInWith(owner.email, newPassword);
    expect(await stateOf(again, old)).toBe("active");
    expect(await stateOf(again, recent)).toBe("paused");
    const listed = await outletsOf(again);
    expect(listed.find(({ _id }) => _id === unknown)).toMatchObject({ state: "active", createdBy: null });
    const { text } = await mailTo(api, owner.email, "password was changed");
    expect(text).toContain("Paused\n  Webhook");
    expect(text).toContain("Still active\n  Webhook");
  });

  it("pauses what a living session made long ago, of every kind", async () => {
    const owner = await signUp(api);
    const { id: webhook } = await makeWebhook(api, owner, receiver.url("/kinds"), ["link.created"]);
    const report = await call(api, "POST", "/api/reports", {
      user: owner,
      body: { email: "elsewhere@example.org", cadence: "weekly", tz: "UTC" },
    });
    const share = await call(api, "POST", "/api/shares", {
      user: owner,
      body: { target: "workspace", name: "Figures" },
    });
    const alarm = await call(api, "POST", "/api/alarms", {
      user: owner,
      body: { kind: "spike", emails: ["a@example.org"] },
    });
    expect([report.status, share.status, alarm.status]).toEqual([201, 201, 201]);
    const { url } = z.object({ data: z.object({ url: z.string() }) }).parse(share.body).data;
    const token = url.slice(url.lastIndexOf("/") + 1);
    expect((await call(api, "GET", `/api/shared/${token}`)).status).toBe(200);
    await run("UPDATE outlet SET credential_at = now() - interval '300 days' WHERE user_id = $1", [owner.id]);
    await resetPassword(owner.email);
    const again = await logInWith(owner.email, newPassword);
    const listed = await outletsOf(again);
    expect(listed.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      "alarm paused",
      "report paused",
      "sharedPage paused",
      "webhook paused",
    ]);
    expect((await call(api, "GET", `/api/shared/${token}`)).status).toBe(404);
    const reportId = listed.find(({ kind }) => kind === "report")?._id ?? "";
    expect(await call(api, "POST", `/api/reports/${reportId}/try`, { user: again })).toMatchObject({ status: 409 });

    const deleted = await call(api, "DELETE", `/api/auth/outlets/webhook/${webhook}`, { user: again });
    expect(deleted).toMatchObject({ status: 200, body: { data: { kind: "webhook" } } });
    expect(await stateOf(again, webhook)).toBeUndefined();
    expect((await run("SELECT FROM outlet WHERE id = $1", [webhook])).rowCount).toBe(0);
    const left = (await outletsOf(again)).length;
    await graphql(api, `mutation { deleteOutlet(kind: report, id: "${reportId}") { id } }`, {}, again);
    expect(await outletsOf(again)).toHaveLength(left - 1);
  });
});

describe("a revoked key", () => {
  it("pauses the webhook that it made, and the owner is mailed", async () => {
    const owner = await signUp(api);
    const { id: keyId, asKey } = await makeKey(owner, ["webhooks:write", "links:read"]);
    const { id } = await makeWebhook(api, asKey, receiver.url("/key"), ["link.created"]);
    const created = (await outletsOf(owner)).find(({ _id }) => _id === id);
    expect(created).toMatchObject({ createdBy: { credential: "apiKey", credentialId: keyId, key: "Deploy" } });
    await call(api, "DELETE", `/api/keys/${keyId}`, { user: owner });
    expect(await stateOf(owner, id)).toBe("paused");
    const witness = await makeWebhook(api, owner, receiver.url("/witness"), ["link.created"]);
    await makeLink(api, owner, { name: "After" });
    await expect.poll(() => named("/witness")).toEqual(["After"]);
    expect(named("/key")).toEqual([]);
    expect(await stateOf(owner, witness.id)).toBe("active");
    await mailTo(api, owner.email, "Outlets of your hoplog account are paused");
  });
});

describe("ending all other sessions", () => {
  it("pauses their webhooks and keys, and what those keys made; not what this session made", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const { id: own } = await makeWebhook(api, owner, receiver.url("/mine"), ["link.created"]);
    const { id: stolen } = await makeWebhook(api, thief, receiver.url("/theirs"), ["link.created"]);
    const { id: keyId, asKey } = await makeKey(thief, ["webhooks:write", "links:read"]);
    const { id: byKey } = await makeWebhook(api, asKey, receiver.url("/their-key"), ["link.created"]);
    const change = { currentPassword: password, newPassword };
    await call(api, "POST", "/api/auth/change-password", { user: owner, body: change });
    expect(await stateOf(owner, own)).toBe("active");
    expect(await stateOf(owner, stolen)).toBe("paused");
    expect(await stateOf(owner, keyId)).toBe("paused");
    expect(await stateOf(owner, byKey)).toBe("paused");
    await expect.poll(async () => (await call(api, "GET", "/api/webhooks", { user: asKey })).status).toBe(401);
    // A call that started before the pause cannot create an outlet either.
    const begun = api.services.eventStore.unitOfWork((tx) => requireInUse(tx, { kind: "apiKey", id: keyId }));
    await expect(begun).rejects.toMatchObject({ type: "AUTHENTICATION_ERROR" });
    await call(api, "POST", `/api/auth/outlets/apiKey/${keyId}/resume`, { user: owner });
    expect((await call(api, "GET", "/api/webhooks", { user: asKey })).status).toBe(200);
    expect(await stateOf(owner, byKey)).toBe("paused");
  });

  it("by logging out everywhere does the same", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const { id } = await makeWebhook(api, thief, receiver.url("/everywhere"), ["link.created"]);
    const { id: own } = await makeWebhook(api, owner, receiver.url("/here"), ["link.created"]);
    await call(api, "POST", "/api/auth/logout-all", { user: owner });
    const again = await logIn(api, owner.email);
    expect(await stateOf(again, id)).toBe("paused");
    expect(await stateOf(again, own)).toBe("active");
  });

  it("with a new password also revokes keys if that is asked for, and pauses what they made", async () => {
    const owner = await signUp(api);
    const { asKey } = await makeKey(owner, ["webhooks:write"]);
    const { id } = await makeWebhook(api, asKey, receiver.url("/revoked"), ["link.created"]);
    const change = { currentPassword: password, newPassword, revokeKeys: true };
    expect((await call(api, "POST", "/api/auth/change-password", { user: owner, body: change })).status).toBe(200);
    await expect.poll(async () => (await call(api, "GET", "/api/webhooks", { user: asKey })).status).toBe(401);
    expect(await stateOf(owner, id)).toBe("paused");
  });
});

describe("a webhook that is given another URL", () => {
  it("counts as made by whoever did that", async () => {
    const owner = await signUp(api);
    const { id } = await makeWebhook(api, owner, receiver.url("/good"), ["link.created"]);
    await run("UPDATE outlet SET credential_at = now() - interval '300 days' WHERE id = $1", [id]);
    const thief = await logIn(api, owner.email);
    await call(api, "PATCH", `/api/webhooks/${id}`, { user: thief, body: { url: receiver.url("/evil") } });
    await mailTo(api, owner.email, "Webhook changed");
    const change = { currentPassword: password, newPassword };
    await call(api, "POST", "/api/auth/change-password", { user: owner, body: change });
    expect(await stateOf(owner, id)).toBe("paused");
  });
});

describe("targets of a domain", () => {
  it("are taken out while they are paused, and put back when they are resumed", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const added = await call(api, "POST", "/api/domains", { user: owner, body: { name: "go.outlets.example" } });
    const { _id: id } = z.object({ data: z.object({ _id: z.string() }) }).parse(added.body).data;
    const settings = { unknownUrl: "https://evil.example/", robotsTxt: "User-agent: *" };
    await call(api, "PATCH", `/api/domains/${id}`, { user: thief, body: settings });
    expect(await stateOf(owner, id)).toBe("active");
    const change = { currentPassword: password, newPassword };
    await call(api, "POST", "/api/auth/change-password", { user: owner, body: change });
    const targets = async () => (await call(api, "GET", `/api/domains/${id}`, { user: owner })).body["data"];
    await expect.poll(targets).toMatchObject({ unknownUrl: null, robotsTxt: "User-agent: *" });
    expect(await stateOf(owner, id)).toBe("paused");
    const another = await call(api, "PATCH", `/api/domains/${id}`, {
      user: owner,
      body: { rootUrl: "https://brand.example/" },
    });
    expect(another.status).toBe(409);
    await call(api, "POST", `/api/auth/outlets/domainTarget/${id}/resume`, { user: owner });
    expect(await targets()).toMatchObject({ unknownUrl: "https://evil.example/" });
    expect(await stateOf(owner, id)).toBe("active");
    await call(api, "DELETE", `/api/auth/outlets/domainTarget/${id}`, { user: owner });
    expect(await targets()).toMatchObject({ unknownUrl: null });
    expect(await stateOf(owner, id)).toBeUndefined();
  });
});

describe("a login that is older than ten minutes", () => {
  const age = (user: TestUser) =>
    run("UPDATE session SET created_at = now() - interval '11 minutes' WHERE user_id = $1", [user.id]);
  const make = (user: TestUser): Promise<Answer> =>
    call(api, "POST", "/api/webhooks", { user, body: { url: receiver.url("/late"), events: ["link.created"] } });
  const refused = { status: 403, body: { error: { type: "AUTHORIZATION_ERROR", details: { confirm: true } } } };

  it("creates no outlet until the password is given again; a key needs none", async () => {
    const owner = await signUp(api);
    const { asKey } = await makeKey(owner, ["webhooks:write"]);
    await age(owner);
    expect(await make(owner)).toMatchObject(refused);
    const others: [string, object][] = [
      ["/api/reports", { email: "x@example.org", cadence: "weekly", tz: "UTC" }],
      ["/api/shares", { target: "workspace", name: "Figures" }],
      ["/api/keys", { name: "Another", scopes: ["links:read"] }],
      ["/api/alarms", { kind: "spike", emails: ["x@example.org"] }],
    ];
    for (const [url, body] of others)
      expect(await call(api, "POST", url, { user: owner, body })).toMatchObject(refused);
    expect((await make(asKey)).status).toBe(201);
    const wrong = await call(api, "POST", "/api/auth/confirm", { user: owner, body: { currentPassword: "wrong" } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "currentPassword" }] } } },
    });
    expect(await make(owner)).toMatchObject(refused);
    const body = { currentPassword: password };
    expect((await call(api, "POST", "/api/auth/confirm", { user: owner, body })).status).toBe(200);
    expect((await make(owner)).status).toBe(201);
    await run("UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [owner.id]);
    expect(await make(owner)).toMatchObject(refused);
    const { body: answer } = await graphql(
      api,
      `
        mutation {
          createReport(input: { email: "x@example.org", cadence: weekly, tz: "UTC" }) {
            id
          }
        }
      `,
      {},
      owner,
    );
    expect(answer).toMatchObject({ errors: [{ extensions: { details: { confirm: true } } }] });
  });

  it("sends or shows no more than before, and narrows what it likes", async () => {
    const owner = await signUp(api);
    const webhook = await makeWebhook(api, owner, receiver.url("/narrow"), ["link.created"]);
    const share = await call(api, "POST", "/api/shares", {
      user: owner,
      body: {
        target: "workspace",
        name: "Figures",
        figures: ["clicks", "uniqueVisitors"],
        expiresAt: "2098-01-01T00:00:00Z",
        password: "a long secret",
      },
    });
    expect(share).toMatchObject({ status: 201 });
    const { data } = z.object({ data: z.object({ _id: z.string() }) }).parse(share.body);
    await age(owner);
    const [atWebhook, atShare] = [`/api/webhooks/${webhook.id}`, `/api/shares/${data._id}`];
    const patch = (url: string, body: object) => call(api, "PATCH", url, { user: owner, body });
    expect((await patch(atWebhook, { paused: true })).status).toBe(200);
    for (const more of [{ paused: false }, { events: ["link.created", "click"] }])
      expect(await patch(atWebhook, more)).toMatchObject(refused);
    expect((await patch(atShare, { figures: ["clicks"], expiresAt: "2097-01-01T00:00:00Z" })).status).toBe(200);
    const shown = [
      { figures: ["clicks", "uniqueVisitors"] },
      { dimensions: ["country"] },
      { expiresAt: null },
      { password: null },
    ];
    for (const more of shown) expect(await patch(atShare, more)).toMatchObject(refused);
  });

  it("is confirmed by a mailed code without a password", async () => {
    const owner = await signUp(api);
    await age(owner);
    const withPassword = await call(api, "POST", "/api/auth/confirm/mail", { user: owner });
    expect(withPassword.status).toBe(422);
    await run("DELETE FROM credential WHERE user_id = $1", [owner.id]);
    expect((await call(api, "POST", "/api/auth/confirm/mail", { user: owner })).status).toBe(200);
    const { text } = await mailTo(api, owner.email, "confirmation code");
    const code = /code is (\S+)\./.exec(text)?.[1] ?? "";
    const confirm = (given: string) => call(api, "POST", "/api/auth/confirm", { user: owner, body: { code: given } });
    expect((await confirm("AAAA-AAAA")).status).toBe(422);
    expect(await make(owner)).toMatchObject(refused);
    expect((await confirm(code.toLowerCase())).status).toBe(200);
    expect((await confirm(code)).status).toBe(422);
    expect((await make(owner)).status).toBe(201);
  });
});

describe("mails", () => {
  it("name a new key, its scopes, the time and the address, and link to its page", async () => {
    const owner = await signUp(api);
    await makeKey(owner, ["links:read", "stats:read"]);
    const { text } = await mailTo(api, owner.email, "API key");
    expect(text).toContain("Key: Deploy\n");
    expect(text).toContain("Scopes: links:read, stats:read");
    expect(text).toMatch(/Time: .*UTC\. Address: 127\.0\.0\.1\./);
    expect(text).toContain("http://localhost:3000/settings/keys");
  });

  it("carry no link-like name of a key or outlet", async () => {
    const owner = await signUp(api);
    await call(api, "POST", "/api/keys", { user: owner, body: { name: "evil.example", scopes: ["links:read"] } });
    const { text } = await mailTo(api, owner.email, "API key");
    expect(text).toContain("Key: evil[.]example\n");
    await makeWebhook(api, owner, receiver.url("/named"), ["link.created"], { name: "http://evil.example" });
    await mailTo(api, owner.email, "Webhook created");
    for (const mail of await mailsTo(api, owner.email)) expect(mail.text).not.toContain("evil.example");
  });
});
