import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { type ClientOptions, createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import WebSocket from "ws";
import { insertClicks } from "../../../testing/clicks.ts";
import { countedMessage, follow } from "../../../testing/live.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
let wsUrl: string;

beforeAll(async () => {
  api = await openTestApi();
  wsUrl = `${(await api.app.listen({ port: 0, host: "127.0.0.1" })).replace("http", "ws")}/graphql`;
  ada = await signUp(api);
  eve = await signUp(api);
});
afterAll(() => api.close());

describe("subscription linkCounts", () => {
  it("pushes totals to the owner, and to nobody else", async () => {
    const mine = await makeLink(api, ada);
    const theirs = await makeLink(api, eve);
    const counts = await subscribe(ada.accessToken);
    const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
    onTestFinished(() => bus.close());
    const at = "2026-05-06T00:00:00.000Z";
    await insertClicks(api, [
      { ownerId: eve.id, linkId: theirs.id, at },
      { ownerId: ada.id, linkId: mine.id, at },
      { ownerId: ada.id, linkId: mine.id, at, isBot: true },
    ]);
    const message = countedMessage(api.services.newId(), { [eve.id]: [theirs.id], [ada.id]: [mine.id] });
    await expect
      .poll(async () => {
        await bus.publish(clicksCountedChannel, message);
        return counts.at(-1);
      })
      .toEqual({ linkId: mine.id, clicks: 1, clicksWithBots: 2 });
    expect(new Set(counts.map(({ linkId }) => linkId))).toEqual(new Set([mine.id]));
  });

  it.each<[string, (token: string) => Partial<ClientOptions>]>([
    ["token of the first message", (token: string) => ({ connectionParams: { token } })],
    [
      "Authorization of the first message",
      (token: string) => ({ connectionParams: { Authorization: `Bearer ${token}` } }),
    ],
    [
      "authorization of the first message",
      (token: string) => ({ connectionParams: { authorization: `Bearer ${token}` } }),
    ],
    [
      "header of the request",
      (token: string) => ({ webSocketImpl: withHeaders({ authorization: `Bearer ${token}` }) }),
    ],
  ])("takes its token from the %s", async (_name, optionsWith) => {
    const { accessToken } = await signUp(api);
    const client = createClient({
      url: wsUrl,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      lazy: false,
      ...optionsWith(accessToken),
    });
    onTestFinished(() => client.dispose());
    const outcome = new Promise<string>((resolve) => {
      client.on("connected", () => resolve("connected"));
      client.on("closed", (event) => resolve(`closed: ${JSON.stringify(event)}`));
    });
    await expect(outcome).resolves.toBe("connected");
  });

  it("ends with the session, and does not come back with its token", async () => {
    const user = await signUp(api);
    const closings: unknown[] = [];
    const client = createClient({
      url: wsUrl,
      webSocketImpl: WebSocket,
      connectionParams: { token: user.accessToken },
      lazy: false,
      shouldRetry: () => true,
      retryAttempts: 1,
      retryWait: async () => {},
      on: { closed: (event) => closings.push(event) },
      onNonLazyError: () => {},
    });
    onTestFinished(() => client.dispose());
    await new Promise<void>((resolve) => void client.on("connected", () => resolve()));
    await call(api, "POST", "/api/auth/logout", { user });
    await expect.poll(() => closings).toMatchObject([{ code: 4403 }, { code: 4403 }]);
  });

  it("of one link, of the account and of its clicks push what concerns them", async () => {
    const user = await signUp(api);
    const [watched, other] = [await makeLink(api, user), await makeLink(api, user)];
    const [link, account, clicks] = await Promise.all([
      follow(wsUrl, user.accessToken, `subscription ($id: UUID!) { linkCount(linkId: $id) { linkId clicks } }`, {
        id: watched.id,
      }),
      follow(wsUrl, user.accessToken, `subscription { workspaceCount { clicks clicksWithBots } }`),
      follow(wsUrl, user.accessToken, `subscription ($id: UUID!) { clicks(linkId: $id) { timestamp country isBot } }`, {
        id: watched.id,
      }),
    ]);
    const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
    onTestFinished(() => bus.close());
    const batchId = api.services.newId();
    const click = { ownerId: user.id, linkId: watched.id, batchId };
    await insertClicks(api, [
      { ...click, at: "2026-05-06T00:00:01.000Z", country: "DE" },
      { ...click, at: "2026-05-06T00:00:00.000Z", isBot: true },
      { ...click, at: "2026-05-06T00:00:02.000Z", linkId: other.id },
    ]);
    const message = countedMessage(batchId, { [user.id]: [watched.id, other.id] });
    await expect
      .poll(async () => {
        await bus.publish(clicksCountedChannel, message);
        return [link.at(-1), account.at(-1), clicks.length > 0];
      })
      .toEqual([
        { linkCount: { linkId: watched.id, clicks: 1 } },
        { workspaceCount: { clicks: 2, clicksWithBots: 3 } },
        true,
      ]);
    expect(new Set(link.map((count) => JSON.stringify(count))).size).toBe(1);
    // The batch is announced several times, but its clicks are sent once.
    expect(clicks).toEqual([
      { clicks: { timestamp: "2026-05-06T00:00:00.000Z", country: "", isBot: true } },
      { clicks: { timestamp: "2026-05-06T00:00:01.000Z", country: "Germany", isBot: false } },
    ]);
  });

  it.each(["linkCount(linkId: $id) { clicks }", "clicks(linkId: $id) { id }"])(
    "%s refuses somebody else's link",
    async (field) => {
      const { id } = await makeLink(api, ada);
      const received = await follow(wsUrl, eve.accessToken, `subscription ($id: UUID!) { ${field} }`, { id });
      await expect.poll(() => received).toMatchObject([{ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] }]);
    },
  );

  it("refuses a connection without a valid token", async () => {
    const closed = await new Promise((resolve) => {
      const client = createClient({
        url: wsUrl,
        webSocketImpl: WebSocket,
        connectionParams: { token: "x" },
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: resolve,
      });
      onTestFinished(() => client.dispose());
    });
    expect(closed).toMatchObject({ code: 4403 });
  });
});

describe("a stream of a key for the links of one group", () => {
  it("ends once its link is in another one", async () => {
    const user = await signUp(api);
    const makeGroup = async (name: string) => {
      const { body } = await call(api, "POST", "/api/groups", { user, body: { name } });
      return (body["data"] as { _id: string })._id;
    };
    const [groupId, other] = [await makeGroup("Customer"), await makeGroup("Ours")];
    const { id } = await makeLink(api, user, { originalUrl: "https://example.com/", groupId });
    const asked = { name: "Customer", scopes: ["stats:read"], groupId };
    const { body } = await call(api, "POST", "/api/keys", { user, body: asked });
    const { key } = body["data"] as { key: string };
    const query = "subscription ($id: UUID!) { linkCount(linkId: $id) { clicks } }";
    const [heard, owner] = [
      await follow(wsUrl, key, query, { id }),
      await follow(wsUrl, user.accessToken, query, { id }),
    ];
    const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
    onTestFinished(() => bus.close());
    const click = async () => {
      await insertClicks(api, [{ ownerId: user.id, linkId: id, at: new Date().toISOString() }]);
      await bus.publish(clicksCountedChannel, countedMessage(api.services.newId(), { [user.id]: [id] }));
    };
    await expect
      .poll(async () => {
        await click();
        return [heard.length > 0, owner.length > 0];
      })
      .toEqual([true, true]);
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { groupId: other } });
    const [last, lastOfOwner] = [heard.length, owner.length];
    await expect
      .poll(async () => {
        await click();
        return owner.length;
      })
      .toBeGreaterThan(lastOfOwner + 2);
    // One more message is allowed, which may have been in transit.
    expect(heard.length).toBeLessThanOrEqual(last + 1);
  });
});

interface LinkCount {
  linkId: string;
  clicks: number;
  clicksWithBots: number;
}

/** A WebSocket client that is not a browser. */
function withHeaders(headers: Record<string, string>) {
  return class extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, { headers });
    }
  };
}

/** Returns a list that grows with each message; resolves when the connection is open. */
async function subscribe(token: string): Promise<LinkCount[]> {
  const counts: LinkCount[] = [];
  const client = createClient({ url: wsUrl, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 });
  onTestFinished(() => client.dispose());
  const connected = new Promise<void>((resolve) => void client.on("connected", () => resolve()));
  client.subscribe<{ linkCounts: LinkCount }>(
    { query: "subscription { linkCounts { linkId clicks clicksWithBots } }" },
    {
      next: ({ data }) => data && counts.push(data.linkCounts),
      error: (error) => {
        throw error;
      },
      complete: () => {},
    },
  );
  await connected;
  return counts;
}
