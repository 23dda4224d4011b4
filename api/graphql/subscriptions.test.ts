import { openBus } from "@hoplog/platform/bus/open.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import WebSocket from "ws";
import { insertClicks } from "../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";

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
    const links = [
      { ownerId: eve.id, linkId: theirs.id },
      { ownerId: ada.id, linkId: mine.id },
    ];
    await expect
      .poll(async () => {
        await bus.publish(clicksCountedChannel, JSON.stringify({ links }));
        return counts.at(-1);
      })
      .toEqual({ linkId: mine.id, clicks: 1, clicksWithBots: 2 });
    expect(new Set(counts.map(({ linkId }) => linkId))).toEqual(new Set([mine.id]));
  });

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

interface LinkCount {
  linkId: string;
  clicks: number;
  clicksWithBots: number;
}

/** Gives a list that grows with what arrives; resolves when the connection is up. */
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
