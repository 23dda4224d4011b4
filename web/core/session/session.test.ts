import { InMemoryCache } from "@apollo/client";
import { ApolloClient } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { HttpLink } from "@apollo/client/link/http";
import { beforeEach, describe, expect, it } from "vitest";
import { GroupNamesDocument, LoginDocument, MeDocument } from "../graphql/generated/graphql.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal, startGraphQL } from "../../testing/graphqlServer.ts";
import type { Exclusive } from "./renewal.ts";
import { createReach } from "./reach.ts";
import { createRenewal } from "./renewal.ts";
import { requestTokens } from "./requestTokens.ts";
import { createSessionLink } from "./sessionLink.ts";
import { createTokenStore } from "./tokens.ts";
import { sessionUser as user } from "../../testing/sessionUser.ts";

/** Starts a server with one valid access token at a time, which each renewal replaces. */
async function startServer(overrides: Resolvers = {}) {
  const seen = { renewals: [] as string[], requests: 0 };
  let valid = "access-0";
  const guarded = (value: unknown) => (_: never, context: { token: string | null }) => {
    seen.requests += 1;
    if (context.token !== valid) throw refusal("AUTHENTICATION_ERROR", "Please sign in again");
    return value;
  };
  const { url } = await startGraphQL({
    me: guarded(user),
    groups: guarded([]),
    refreshTokens: ({ refreshToken }: { refreshToken: string }) => {
      seen.renewals.push(refreshToken);
      if (refreshToken !== `refresh-${seen.renewals.length - 1}`) throw refusal("AUTHENTICATION_ERROR", "Spent");
      valid = `access-${seen.renewals.length}`;
      return {
        accessToken: valid,
        refreshToken: `refresh-${seen.renewals.length}`,
        expiresIn: 900,
        refreshExpiresIn: 9000,
      };
    },
    ...overrides,
  });
  return { url, seen, spend: () => (valid = "none") };
}

/** Runs work exclusively, like Web Locks. */
function turns(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function openTab(url: string, exclusive: Exclusive = turns(), send: typeof fetch = fetch) {
  const store = createTokenStore(window.localStorage);
  const ended: string[] = [];
  const reach = createReach(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const request = (refreshToken: string) => requestTokens(send, url, refreshToken);
  const renew = createRenewal(store, exclusive, request, reach.until);
  const end = () => {
    store.clear();
    ended.push("end");
  };
  const link = ApolloLink.from([
    createSessionLink({ accessToken: store.accessToken, renew, end }),
    new HttpLink({ uri: url }),
  ]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const ask = () => client.query({ query: MeDocument, fetchPolicy: "no-cache" });
  return { store, client, ask, ended, reach };
}

beforeEach(() => {
  window.localStorage.clear();
  window.localStorage.setItem("token", "access-0");
  window.localStorage.setItem("refreshToken", "refresh-0");
});

describe("a session", () => {
  it("sends the bearer token of the storage", async () => {
    const server = await startServer();
    const { data } = await openTab(server.url).ask();
    expect(data?.me.name).toBe("Ada");
    expect(server.seen).toEqual({ renewals: [], requests: 1 });
  });

  it("renews once for all requests that wait, and retries each of them once", async () => {
    const server = await startServer();
    server.spend();
    const tab = openTab(server.url);
    const answers = await Promise.all([
      tab.ask(),
      tab.ask(),
      tab.client.query({ query: GroupNamesDocument, fetchPolicy: "no-cache" }),
      tab.ask(),
    ]);
    expect(answers.map((answer) => answer.error)).toEqual([undefined, undefined, undefined, undefined]);
    expect(server.seen.renewals).toEqual(["refresh-0"]);
    expect(tab.store.accessToken()).toBe("access-1");
    expect(tab.store.refreshToken()).toBe("refresh-1");
    expect(tab.ended).toEqual([]);
  });

  it("renews once for two tabs: the second finds the tokens of the first", async () => {
    const server = await startServer();
    server.spend();
    const exclusive = turns();
    const [one, two] = [openTab(server.url, exclusive), openTab(server.url, exclusive)];
    await Promise.all([one.ask(), two.ask()]);
    expect(server.seen.renewals).toEqual(["refresh-0"]);
  });

  it("ends when the renewal is refused", async () => {
    const server = await startServer();
    server.spend();
    window.localStorage.setItem("refreshToken", "stolen");
    const tab = openTab(server.url);
    await expect(tab.ask()).rejects.toThrow();
    expect(tab.ended).toEqual(["end"]);
    expect(window.localStorage).toHaveLength(0);
  });

  it.each<[string, () => Promise<Response>]>([
    ["nobody answers", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the answer comes too late", () => Promise.reject(new DOMException("Too late", "TimeoutError"))],
    ["a proxy says 502", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
    [
      "the server says 503",
      async () => new Response(JSON.stringify({ errors: [{ message: "away" }] }), { status: 503 }),
    ],
    ["the server says 429", async () => Response.json({ error: { type: "RATE_LIMIT_ERROR" } }, { status: 429 })],
    [
      "the server fails",
      async () => Response.json({ errors: [{ message: "It failed" }], data: null }, { status: 500 }),
    ],
    ["another page answers", async () => new Response("<form>Sign in to this Wi-Fi</form>")],
    ["the answer is cut off", async () => new Response('{"data":{"refreshTo')],
  ])("stays, and what was asked waits, while %s", async (_reason, answer) => {
    const server = await startServer();
    server.spend();
    let away = true;
    const tab = openTab(server.url, turns(), (...request) => (away ? answer() : fetch(...request)));
    const asked = tab.ask();
    await expect.poll(tab.reach.isUnreachable).toBe(true);
    expect([tab.store.accessToken(), tab.store.refreshToken()]).toEqual(["access-0", "refresh-0"]);
    away = false;
    expect((await asked).data?.me.name).toBe("Ada");
    expect([tab.reach.isUnreachable(), tab.ended, server.seen.renewals]).toEqual([false, [], ["refresh-0"]]);
  });

  it.each([401, 403])("ends when the renewal is answered with %i and no word of ours", async (status) => {
    const server = await startServer();
    server.spend();
    const tab = openTab(server.url, turns(), async () => new Response("no", { status }));
    await expect(tab.ask()).rejects.toThrow();
    expect(tab.ended).toEqual(["end"]);
    expect(window.localStorage).toHaveLength(0);
  });

  it("goes on with what another tab has got meanwhile, though its own token was refused for that", async () => {
    const server = await startServer();
    server.spend();
    const tab = openTab(
      server.url,
      (work) => work(),
      async (...request) => {
        const answer = await fetch(...request);
        const { data } = await answer.json();
        // Another tab has renewed the tokens first, so this tab's renewal is too late.
        tab.store.write({ accessToken: data.refreshTokens.accessToken, refreshToken: data.refreshTokens.refreshToken });
        return new Response("no", { status: 401 });
      },
    );
    expect((await tab.ask()).data?.me.name).toBe("Ada");
    expect([tab.ended, tab.store.refreshToken()]).toEqual([[], "refresh-1"]);
  });

  it("is over for what waits once the person has signed out elsewhere", async () => {
    const server = await startServer();
    server.spend();
    const tab = openTab(server.url, turns(), () => Promise.reject(new TypeError("Failed to fetch")));
    const asked = tab.ask();
    await expect.poll(tab.reach.isUnreachable).toBe(true);
    tab.store.clear();
    tab.reach.retry();
    await expect(asked).rejects.toThrow();
    expect(tab.reach.isUnreachable()).toBe(false);
  });

  it("ends without asking when there is no refresh token", async () => {
    const server = await startServer();
    server.spend();
    window.localStorage.removeItem("refreshToken");
    const tab = openTab(server.url);
    await expect(tab.ask()).rejects.toThrow();
    expect(server.seen.renewals).toEqual([]);
    expect(tab.store.accessToken()).toBeNull();
    expect(tab.ended).toEqual(["end"]);
  });

  it("ends when the retried request is refused too", async () => {
    const refused = () => {
      throw refusal("AUTHENTICATION_ERROR", "Never");
    };
    const server = await startServer({ me: refused });
    const tab = openTab(server.url);
    await expect(tab.ask()).rejects.toThrow();
    expect(server.seen.renewals).toEqual(["refresh-0"]);
    expect(tab.ended).toEqual(["end"]);
    expect(window.localStorage).toHaveLength(0);
  });

  it("doesn't renew after a 429", async () => {
    const limited = () => {
      throw refusal("RATE_LIMIT_ERROR", "Too many requests. Please try again later.");
    };
    const server = await startServer({ me: limited });
    const tab = openTab(server.url);
    await expect(tab.ask()).rejects.toThrow();
    expect(server.seen.renewals).toEqual([]);
    expect(tab.store.accessToken()).toBe("access-0");
  });

  it("doesn't take a failed log-in for a spent session", async () => {
    const wrong = () => {
      throw refusal("AUTHENTICATION_ERROR", "Invalid email or password");
    };
    const server = await startServer({ login: wrong });
    const tab = openTab(server.url);
    const variables = { email: "ada@example.com", password: "wrong" };
    const login = tab.client.mutate({ mutation: LoginDocument, variables, context: { guest: true } });
    await expect(login).rejects.toThrow();
    expect(server.seen.renewals).toEqual([]);
    expect(tab.ended).toEqual([]);
  });

  it("stays signed out when the person left while the renewal was under way", async () => {
    const server = await startServer();
    server.spend();
    const tab = openTab(server.url, async (work) => {
      const answer = work();
      tab.store.clear();
      return answer;
    });
    await expect(tab.ask()).rejects.toThrow();
    expect(window.localStorage).toHaveLength(0);
  });
});
