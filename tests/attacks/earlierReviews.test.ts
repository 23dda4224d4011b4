import { describe, expect, test } from "vitest";
import { z } from "zod";
import { attackedStack } from "./attackedStack.ts";

// Attacks from earlier security reviews. docs/explain/threat-model.md describes the defence against each.

const attacked = attackedStack({ RATE_LIMITS: "off" });
const tokens = z.object({ tokens: z.object({ refreshToken: z.string() }) });
const made = z.object({ data: z.object({ _id: z.string(), key: z.string().optional() }) });

describe("a stranger with another account", () => {
  test("does not find a link by any way", async () => {
    const owner = await attacked.account("owner@example.com");
    const stranger = await attacked.account("stranger@example.com", "Grace Hopper");
    const link = await owner.createLink({ name: "Secret plans" });
    const token = stranger.tokens.accessToken;
    const paths = [`/api/urls/${link.id}`, `/api/urls/${link.id}/history`, `/api/urls/${link.id}/stats`];
    for (const path of paths)
      expect({ path, status: (await attacked.app("GET", path, { token })).status }).toEqual({ path, status: 404 });
    for (const method of ["PUT", "DELETE"])
      expect((await attacked.app(method, `/api/urls/${link.id}`, { token, body: { name: "Taken" } })).status).not.toBe(
        200,
      );
    const asked = await attacked.graphql(`{ link(id: "${link.id}") { name } }`, { token });
    expect(asked.body).not.toContain("Secret plans");
    const watched = await attacked.socket(token, `subscription { linkCount(linkId: "${link.id}") { linkId } }`);
    expect(watched.results.filter((result) => JSON.stringify(result).includes(`"linkId":"`))).toEqual([]);
  });

  test("does not get into a workspace by naming it", async () => {
    const owner = await attacked.account("owner@example.com");
    const stranger = await attacked.account("stranger@example.com", "Grace Hopper");
    const token = stranger.tokens.accessToken;
    const headers = { "x-workspace": owner.id };
    for (const path of ["/api/urls", "/api/live", "/api/auth/export"])
      expect({ path, status: (await attacked.app("GET", path, { token, headers })).status }).toEqual({
        path,
        status: 404,
      });
    expect((await attacked.graphql("{ links { edges { node { id } } } }", { token, headers })).body).not.toContain(
      "Secret plans",
    );
    const { problem } = await attacked.socket(token, "subscription { workspaceCount { clicks } }", {
      workspace: owner.id,
    });
    expect(problem).toMatchObject({ code: 4403 });
  });
});

describe("a thief of tokens", () => {
  test("can't use a refresh token twice: the session ends", async () => {
    const owner = await attacked.account("owner@example.com");
    const refresh = (refreshToken: string) =>
      attacked.app("POST", "/api/auth/refresh-token", { body: { refreshToken } });
    const { refreshToken, accessToken } = owner.tokens;
    const next = tokens.parse(JSON.parse((await refresh(refreshToken)).body)).tokens.refreshToken;
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(next)).status).toBe(401);
    expect((await attacked.app("GET", "/api/auth/profile", { token: accessToken })).status).toBe(401);
    const { results } = await attacked.socket(accessToken, "subscription { workspaceCount { clicks } }");
    expect(results).toEqual([]);
  });

  test("can't take the account with the token alone", async () => {
    const { tokens: owned } = await attacked.account("owner@example.com");
    const token = owned.accessToken;
    const profile = { name: "Ada Lovelace", contactNumber: "1", email: "thief@example.com" };
    expect((await attacked.app("PUT", "/api/auth/profile", { token, body: profile })).status).toBe(422);
    const change = { currentPassword: "guess", newPassword: "a thief's own one" };
    expect((await attacked.app("POST", "/api/auth/change-password", { token, body: change })).status).toBe(422);
    for (const call of [`createSqlAccess(password: "guess") { password }`, `deleteAccount(password: "guess")`]) {
      const answer = await attacked.graphql(`mutation { ${call} }`, { token });
      expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
    }
    expect((await attacked.app("GET", "/api/auth/profile", { token })).status).toBe(200);
  });
});

test("the holder of a narrow key does no more than its scopes, over REST, GraphQL, WebSocket and SSE", async () => {
  const owner = await attacked.account("owner@example.com");
  const token =
    made.parse(await owner.call("POST", "/api/keys", { name: "Narrow", scopes: ["groups:read"] })).data.key ?? "";
  for (const path of ["/api/urls", "/api/live", "/api/webhooks", "/api/keys", "/api/auth/profile", "/api/dashboard"])
    expect({ path, status: (await attacked.app("GET", path, { token })).status }).toEqual({ path, status: 403 });
  expect((await attacked.app("GET", "/api/groups", { token })).status).toBe(200);
  expect((await attacked.graphql("{ links { edges { node { id } } } }", { token })).body).toContain(
    "AUTHORIZATION_ERROR",
  );
  const { results } = await attacked.socket(token, "subscription { workspaceCount { clicks } }");
  expect(results.map((result) => JSON.stringify(result)).join("")).not.toContain(`"clicks"`);
});

describe("GraphQL", () => {
  test("does not run mutations over WebSocket", async () => {
    const { tokens: owned } = await attacked.account("owner@example.com");
    const { results } = await attacked.socket(owned.accessToken, `mutation { createGroup(name: "By socket") { id } }`);
    const answer = await attacked.app("GET", "/api/groups", { token: owned.accessToken });
    expect(results.map((result) => JSON.stringify(result)).join("")).not.toContain(`"createGroup":{`);
    expect(answer.body).not.toContain("By socket");
  });

  test.each([
    ["dear", "{ groups { recentLinks { group { recentLinks { group { recentLinks { group { id } } } } } } } }"],
    ["wide", `{ ${Array.from({ length: 3000 }, (_, i) => `a${i}: __typename`).join(" ")} }`],
    ["circular", `query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }`],
    ["unclosed", "{".repeat(10_000)],
  ])("refuses a document that is too %s, and answers the next", async (_kind, query) => {
    const answer = await attacked.graphql(query);
    expect(answer.status).toBe(400);
    expect(answer.body.length).toBeLessThan(10_000);
    expect((await attacked.graphql("{ __typename }")).status).toBe(200);
  });
});

describe("an address that the server is to call, or visitors are to be led to", () => {
  test.each(["javascript:alert(1)", "data:text/html,x", "https://user:pass@example.com/", "file:///etc/passwd"])(
    "is not %s",
    async (originalUrl) => {
      const { tokens: owned } = await attacked.account("owner@example.com");
      const body = { name: "Hostile", originalUrl };
      const answer = await attacked.app("POST", "/api/urls", { token: owned.accessToken, body });
      expect(answer.status).toBe(422);
    },
  );

  test("is not our own short host", async () => {
    const { tokens: owned } = await attacked.account("owner@example.com");
    const body = { name: "Loop", originalUrl: `${attacked.stack().shortUrl}/x` };
    expect((await attacked.app("POST", "/api/urls", { token: owned.accessToken, body })).status).toBe(422);
  });

  test.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/",
    "http://localhost:5432/",
  ])("is not %s for a webhook", async (url) => {
    const { tokens: owned } = await attacked.account("owner@example.com");
    const body = { url, events: ["link.created"] };
    expect((await attacked.app("POST", "/api/webhooks", { token: owned.accessToken, body })).status).toBe(422);
  });
});

describe("a visitor", () => {
  test.each(["/%0d%0aSet-Cookie:%20a=b", "/..%2f..%2fetc%2fpasswd", "/%00", "/<script>alert(1)</script>"])(
    "gets nothing by %s",
    async (path) => {
      const answer = await attacked.short("GET", path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.body).not.toContain("<script>alert");
      expect(answer.body).not.toContain("root:");
    },
  );

  test("reads no file of the app by a path", async () => {
    for (const path of ["/assets/../../package.json", "/assets/%2e%2e/%2e%2e/package.json", "/..%5c..%5cpackage.json"])
      expect((await attacked.app("GET", path)).body).not.toContain(`"workspaces"`);
  });

  test("sees nothing of the inside, whatever the request claims to be", async () => {
    const headers = { host: "127.0.0.1", "x-forwarded-host": "localhost" };
    for (const path of ["/metrics", "/api/metrics", "/debug", "/.env", "/secrets.json"]) {
      const answer = await attacked.app("GET", path, { from: "203.0.113.9", headers });
      expect(answer.body).not.toMatch(/hoplog_\w+_total|TOKEN_SECRET|DATABASE_URL/);
    }
  });
});

test("what a stranger signs up as is no link in a mail to somebody else", async () => {
  const stranger = await attacked.account("mails@example.com", "evil．example is here");
  const body = { email: "somebody@example.com", cadence: "weekly", tz: "UTC" };
  await stranger.call("POST", "/api/reports", body);
  await stranger.call("POST", "/api/keys", { name: "https://evil.example/claim", scopes: ["links:read"] });
  await expect.poll(async () => (await attacked.app("GET", "/dev/mailbox")).body).toContain("Hello mails@example.com");
  const mailbox = await attacked.app("GET", "/dev/mailbox");
  expect(mailbox.body.normalize("NFKC")).not.toContain("evil.example");
});
