import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { loopback, makeWebhook, messagesOf, type Receiver, startReceiver } from "../../testing/webhookReceiver.ts";

// Stored copies of links and clicks (such as webhook messages) are returned only to keys with the scopes for the
// originals.

const name = "Only for who reads links";
const groupName = "Only for who reads groups";
let api: TestApi;
let receiver: Receiver;
let user: TestUser;
let linkId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  api = await openTestApi({ settings: { WEBHOOK_NETWORKS: [...loopback] } });
  user = await signUp(api);
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

async function byKey(scopes: readonly string[]): Promise<TestUser> {
  const made = await call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes } });
  const { key } = made.body["data"] as { key: string };
  return { ...user, accessToken: key };
}

describe("the body of a webhook's message", () => {
  it.each([
    [["webhooks:read"], "links:read"],
    [["webhooks:read", "links:read"], "stats:read"],
    [["webhooks:read", "stats:read"], "links:read"],
  ])("isn't shown to a key with %s", async (scopes, lacking) => {
    const { id } = await makeWebhook(api, user, receiver.url("/copies"), ["link.created"]);
    ({ id: linkId } = await makeLink(api, user, { name, originalUrl: "https://example.com/copied" }));
    await expect.poll(async () => (await messagesOf(api, user, id)).length).toBe(1);
    const [message] = await messagesOf(api, user, id);
    const url = `/api/webhooks/${id}/messages/${message?._id}`;
    const query = `{ webhookMessage(id: "${id}", messageId: "${message?._id}") { body attemptLog { response } } }`;
    const key = await byKey(scopes);
    const refused = await call(api, "GET", url, { user: key });
    expect(refused).toMatchObject({ status: 403, body: { message: `This API key lacks the scope ${lacking}.` } });
    const refusedOver = await graphql(api, query, {}, key);
    expect(refusedOver.body).toMatchObject({ data: null, errors: [{ extensions: { type: "AUTHORIZATION_ERROR" } }] });
    const all = await byKey(["webhooks:read", "links:read", "stats:read"]);
    expect(JSON.stringify((await call(api, "GET", url, { user: all })).body)).toContain(name);
    expect(JSON.stringify((await graphql(api, query, {}, all)).body)).toContain(name);
    // The list of deliveries with their times and outcomes needs no further scope.
    expect((await call(api, "GET", `/api/webhooks/${id}/messages`, { user: key })).status).toBe(200);
  });
});

describe("the names of links and groups", () => {
  beforeAll(async () => {
    ({ id: linkId } = await makeLink(api, user, { name, originalUrl: "https://example.com/copied" }));
    const group = await call(api, "POST", "/api/groups", { user, body: { name: groupName } });
    const { _id: targetId } = group.body["data"] as { _id: string };
    const made = [
      await call(api, "POST", "/api/notes", { user, body: { at: "2026-01-01T00:00:00Z", text: "Sent", linkId } }),
      await call(api, "POST", "/api/alarms", {
        user,
        body: { kind: "spike", per: "hour", sensitivity: "medium", tz: "UTC", linkId, emails: ["a@example.com"] },
      }),
      await call(api, "POST", "/api/shares", {
        user,
        body: { name: "Link", target: "link", targetId: linkId, figures: ["clicks"], timeZone: "UTC" },
      }),
      await call(api, "POST", "/api/shares", {
        user,
        body: { name: "Group", target: "group", targetId, figures: ["clicks"], timeZone: "UTC" },
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { rows } = await api.services.reads.query<{ id: string }>(
      sql`SELECT id FROM alarm WHERE link_id = ${linkId}`,
    );
    const subjects = JSON.stringify([{ what: "link", id: linkId, name, at: "2026-01-02T00:00:00.000Z" }]);
    await api.services.reads.query(
      sql`INSERT INTO alarm_firing (id, alarm_id, window_from, window_to, figure, usual, subjects, fired_at, mail_at)
       VALUES (gen_random_uuid(), ${rows[0]?.id}, now(), now(), 1, NULL, ${subjects}, now(), now())`,
    );
  });

  it.each([
    ["/api/notes", "notes:read", "links:read", name],
    ["/api/alarms", "alarms:read", "links:read", name],
    ["/api/alarms/history", "alarms:read", "links:read", name],
    ["/api/shares", "shares:read", "links:read", name],
    ["/api/shares", "shares:read", "groups:read", groupName],
  ])("in %s aren't shown to a key with %s alone", async (url, scope, wider, text) => {
    const read = async (scopes: readonly string[]) => {
      const answer = await call(api, "GET", url, { user: await byKey(scopes) });
      expect(answer.status).toBe(200);
      return JSON.stringify(answer.body);
    };
    expect(await read([scope])).not.toContain(text);
    expect(await read([scope, wider])).toContain(text);
  });
});
