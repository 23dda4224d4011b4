import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { mailsTo, mailTo } from "../../testing/mails.ts";
import {
  changePassword,
  lastSessionOf,
  logInWith,
  makeKey,
  newPassword,
  outletsOf,
  resetPassword,
  stateOf,
} from "../../testing/outlets.ts";
import { call, logIn, openTestApi, password, signUp } from "../../testing/testApi.ts";
import type { TestApi, TestUser } from "../../testing/testApi.ts";
import { loopback, makeWebhook, type Receiver, startReceiver } from "../../testing/webhookReceiver.ts";

let api: TestApi;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  const networks = [...loopback];
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: networks, EXPORT_NETWORKS: networks } });
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const run = (sql: string, values: readonly unknown[]) => api.services.reads.query(sql, [...values]);
const made = z.object({ data: z.object({ _id: z.string() }) });

async function make(user: TestUser, path: string, body: object): Promise<string> {
  const answer = await call(api, "POST", path, { user, body });
  expect(answer.status).toBe(201);
  return made.parse(answer.body).data._id;
}

async function change(user: TestUser, path: string, body: object): Promise<void> {
  expect((await call(api, "PATCH", path, { user, body })).status).toBe(200);
}

const webhook = (user: TestUser) => makeWebhook(api, user, receiver.url("/steps"), ["link.created"]);

describe("the audit", () => {
  const pauses = async (id: string) =>
    (
      await run(
        `SELECT detail, (SELECT array_agg(action ORDER BY action) FROM audit AS same WHERE same.command_id = audit.command_id) AS command
         FROM audit WHERE action = 'PauseOutlet' AND resource_type = 'outlet' AND resource_id = $1`,
        [id],
      )
    ).rows;

  it("names the reset that paused an outlet, and the session for which it is paused", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const credentialId = await lastSessionOf(api, owner);
    const { id } = await webhook(thief);
    await resetPassword(api, owner.email);
    const detail = { kind: "webhook", because: "ResetPassword", credentialKind: "session", credentialId };
    expect(await pauses(id)).toEqual([{ detail, command: ["PauseOutlet", "ResetPassword"] }]);
    const again = await logInWith(api, owner.email, newPassword);
    await call(api, "POST", `/api/auth/outlets/webhook/${id}/resume`, { user: again });
    const { rows } = await run("SELECT user_id, detail FROM audit WHERE action = 'ResumeOutlet' AND resource_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ user_id: owner.id, detail: { kind: "webhook" } }]);
  });

  it("names the revoked key, and the end of other sessions", async () => {
    const owner = await signUp(api);
    const { id: keyId, asKey } = await makeKey(api, owner, ["webhooks:write"]);
    const { id: byKey } = await webhook(asKey);
    await call(api, "DELETE", `/api/keys/${keyId}`, { user: owner });
    const revoked = { kind: "webhook", because: "RevokeApiKey", credentialKind: "apiKey", credentialId: keyId };
    expect(await pauses(byKey)).toEqual([{ detail: revoked, command: ["PauseOutlet", "RevokeApiKey"] }]);

    const thief = await logIn(api, owner.email);
    const { id } = await webhook(thief);
    await call(api, "POST", "/api/auth/logout-all", { user: owner });
    expect(await pauses(id)).toMatchObject([{ detail: { because: "LogOutEverywhere" } }]);
    const again = await logIn(api, owner.email);
    const { id: changed } = await webhook(await logIn(api, owner.email));
    await changePassword(api, again);
    expect(await pauses(changed)).toMatchObject([{ detail: { because: "ChangePassword" } }]);
  });
});

describe("an outlet of a key whose record is gone", () => {
  it("is paused with the session that created the key", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const { id: keyId, asKey } = await makeKey(api, thief, ["webhooks:write"]);
    const { id } = await webhook(asKey);
    await run("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [keyId]);
    await run(
      `INSERT INTO api_key (id, owner_id, user_id, name, hash, prefix, scopes, networks, created_at, revoked_at)
       SELECT gen_random_uuid(), $1, $1, 'Ended', gen_random_uuid()::text, 'hop', '{}', '{}', now(), now() FROM generate_series(1, 300)`,
      [owner.id],
    );
    // Ids that are greater than those of keys created now.
    await run(
      "UPDATE api_key SET id = ('ffffffff' || substr(id::text, 9))::uuid WHERE owner_id = $1 AND name = 'Ended'",
      [owner.id],
    );
    await makeKey(api, owner, ["links:read"]);
    expect((await run("SELECT FROM api_key WHERE id = $1", [keyId])).rowCount).toBe(0);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, id)).toBe("paused");
  });
});

describe("a resumed outlet", () => {
  it("is mailed to the owner once, with the time and the address", async () => {
    const owner = await signUp(api);
    const { id } = await webhook(await logIn(api, owner.email));
    await changePassword(api, owner);
    const path = `/api/auth/outlets/webhook/${id}/resume`;
    await Promise.all([1, 2, 3].map(() => call(api, "POST", path, { user: owner })));
    const { text } = await mailTo(api, owner.email, "Webhook resumed in your hoplog account");
    expect(text).toContain("was resumed by a session of your account");
    expect(text).toMatch(/Time: .*UTC\. Address: 127\.0\.0\.1\./);
    expect(text).toContain("/settings/outlets");
    await expect.poll(async () => (await run("SELECT FROM mail_outbox", [])).rowCount).toBe(0);
    const mails = await mailsTo(api, owner.email);
    expect(mails.filter(({ subject }) => subject.includes("resumed"))).toHaveLength(1);
    expect(await stateOf(api, owner, id)).toBe("active");
  });
});

interface Widening {
  readonly what: string;
  readonly path: string;
  readonly body: () => object;
  /** A change by the owner before the widening, so that there is something to widen. */
  readonly narrow?: object;
  readonly widen: object;
}

const widenings: readonly Widening[] = [
  {
    what: "a webhook that is switched on",
    path: "/api/webhooks",
    body: () => ({ url: receiver.url("/on"), events: ["link.created"] }),
    narrow: { paused: true },
    widen: { paused: false },
  },
  {
    what: "a webhook that gets more events",
    path: "/api/webhooks",
    body: () => ({ url: receiver.url("/more"), events: ["link.created"] }),
    widen: { events: ["link.created", "click"] },
  },
  {
    what: "a shared page that shows more",
    path: "/api/shares",
    body: () => ({ target: "workspace", name: "Figures", figures: ["clicks"] }),
    widen: { dimensions: ["country"] },
  },
  {
    what: "a shared page that gets another password",
    path: "/api/shares",
    body: () => ({ target: "workspace", name: "Figures", password: "a long secret" }),
    widen: { password: "a thief's secret" },
  },
  {
    what: "an export that is switched on",
    path: "/api/exports",
    body: () => ({
      name: "Warehouse",
      endpoint: `http://127.0.0.1:${receiver.port}`,
      bucket: "bucket",
      accessKeyId: "id",
      secret: "secret",
    }),
    narrow: { enabled: false },
    widen: { enabled: true },
  },
  {
    what: "an alarm that is switched on",
    path: "/api/alarms",
    body: () => ({ kind: "spike", emails: ["a@example.org"] }),
    narrow: { isOn: false },
    widen: { isOn: true },
  },
  {
    what: "an alarm that mails one more address",
    path: "/api/alarms",
    body: () => ({ kind: "spike", emails: ["a@example.org"] }),
    widen: { emails: ["a@example.org", "thief@example.org"] },
  },
];

describe("an old outlet that a thief widened", () => {
  it.each(widenings)("is paused with the thief's session: $what", async ({ path, body, narrow, widen }) => {
    const owner = await signUp(api);
    const id = await make(owner, path, body());
    if (narrow) await change(owner, `${path}/${id}`, narrow);
    await run("UPDATE outlet SET credential_at = now() - interval '300 days' WHERE id = $1", [id]);
    const thief = await logIn(api, owner.email);
    const credentialId = await lastSessionOf(api, owner);
    await change(thief, `${path}/${id}`, widen);
    const [widened] = await outletsOf(api, owner);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, id)).toBe("paused");
    expect(widened).toMatchObject({ _id: id, widenedBy: { credential: "session", credentialId, key: null } });
    expect(widened?.["createdBy"]).not.toMatchObject({ credentialId });
    await mailTo(api, owner.email, " changed in your hoplog account");
  });

  it.each(widenings)("asks for the password first: $what", async ({ path, body, narrow, widen }) => {
    const owner = await signUp(api);
    const id = await make(owner, path, body());
    if (narrow) await change(owner, `${path}/${id}`, narrow);
    await run("UPDATE session SET created_at = now() - interval '11 minutes' WHERE user_id = $1", [owner.id]);
    const refused = await call(api, "PATCH", `${path}/${id}`, { user: owner, body: widen });
    expect(refused).toMatchObject({ status: 403, body: { error: { details: { confirm: true } } } });
  });

  it("and that has no record is paused, and its origin stays unknown", async () => {
    const owner = await signUp(api);
    const { id } = await webhook(owner);
    await run("DELETE FROM outlet WHERE id = $1", [id]);
    await change(await logIn(api, owner.email), `/api/webhooks/${id}`, { events: ["link.created", "click"] });
    expect(await outletsOf(api, owner)).toMatchObject([{ _id: id, createdBy: null, widenedBy: { key: null } }]);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, id)).toBe("paused");
  });

  it("with a key is paused with the session that created the key", async () => {
    const owner = await signUp(api);
    const { id } = await webhook(owner);
    const { id: keyId, asKey } = await makeKey(api, await logIn(api, owner.email), ["webhooks:write"]);
    await change(asKey, `/api/webhooks/${id}`, { events: ["link.created", "click"] });
    await run("DELETE FROM api_key WHERE id = $1", [keyId]);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, id)).toBe("paused");
  });

  it("is active again once it is resumed, until the resuming session is lost", async () => {
    const owner = await signUp(api);
    const { id } = await webhook(owner);
    const body = { events: ["link.created", "click"] };
    await change(await logIn(api, owner.email), `/api/webhooks/${id}`, body);
    await changePassword(api, owner);
    await call(api, "POST", `/api/auth/outlets/webhook/${id}/resume`, { user: owner });
    await changePassword(api, owner, { currentPassword: newPassword, newPassword: password });
    expect(await outletsOf(api, owner)).toMatchObject([{ state: "active", widenedBy: null }]);
  });
});

describe("a thief's outlet that the owner widens", () => {
  it.each(widenings)("is still paused with the thief's session: $what", async ({ path, body, narrow, widen }) => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const id = await make(thief, path, body());
    if (narrow) await change(owner, `${path}/${id}`, narrow);
    await change(owner, `${path}/${id}`, widen);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, id)).toBe("paused");
  });

  it("is still paused: one more target of a domain; not where none of the thief's is left", async () => {
    const owner = await signUp(api);
    const thief = await logIn(api, owner.email);
    const [shared, replaced] = await Promise.all(
      ["shared", "replaced"].map((name) => make(owner, "/api/domains", { name: `${name}.steps.example` })),
    );
    for (const id of [shared, replaced])
      await change(thief, `/api/domains/${id}`, { unknownUrl: "https://evil.example/" });
    await change(owner, `/api/domains/${shared}`, { rootUrl: "https://brand.example/" });
    const none = { unknownUrl: null, rootUrl: "https://brand.example/" };
    await change(owner, `/api/domains/${replaced}`, none);
    await changePassword(api, owner);
    expect(await stateOf(api, owner, shared ?? "")).toBe("paused");
    expect(await stateOf(api, owner, replaced ?? "")).toBe("active");
  });
});
