import { challengeKey, encodeChallenge } from "@hoplog/schema/topics/links/certificates.js";
import { defaultHostsKey, domainKey, encodeDefaultHosts, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const token = "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0";
const key = challengeKey(token) ?? "";
const keyAuthorization = `${token}.9jg46WB3rR_AHD-EBXdN7cBkH1WOu0tA3M9fm21mqTI`;

describe.each(["bun", "node"])("on %s, challenges of a CA", (runtime) => {
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ LISTENER_RUNTIME: runtime });
    await test.publish("docs", link);
    await test.publish(domainKey("go.brand.example"), encodeDomain({ number: 7, ignoresCase: true }));
    await test.publish(domainKey("later.example"), Buffer.from([9, 9, 9]));
    await test.publish(defaultHostsKey, encodeDefaultHosts(["hop.example"]));
    await test.publish(key, encodeChallenge(keyAuthorization));
    await vi.waitFor(async () => expect((await ask("hop.example", token)).status).toBe(200), 60_000);
  });
  afterAll(() => test.close());

  const ask = (host: string, asked: string, method = "GET", userAgent = "ca") =>
    visit(test, `/.well-known/acme-challenge/${asked}`, { method, headers: { host, "user-agent": userAgent } });

  it.each(["hop.example", "go.brand.example", "later.example", "new.example:80"])(
    "are answered on %s",
    async (host) => {
      const answer = await ask(host, token);
      expect(answer).toMatchObject({ status: 200, body: keyAuthorization });
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(await ask(host, token, "HEAD")).toMatchObject({ status: 200, body: "" });
    },
  );

  it.each(["unknown", "", "a/b", `${token}/`, "%00", "x".repeat(300)])("of %j are not found", async (asked) => {
    for (const host of ["hop.example", "go.brand.example", "new.example"])
      expect(await ask(host, asked)).toMatchObject({ status: 404 });
  });

  it("are answered before the app, under its own host too", async () => {
    const withApp = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      APP_SERVER: "http://127.0.0.1:1",
      PUBLIC_URL: "https://app.example",
      SHORT_URL: "https://hop.example",
    });
    onTestFinished(() => withApp.close());
    await withApp.publish(key, encodeChallenge(keyAuthorization));
    const at = (host: string, asked: string) =>
      visit(withApp, `/.well-known/acme-challenge/${asked}`, { headers: { host } });
    await expect.poll(async () => (await at("app.example", token)).body).toBe(keyAuthorization);
    expect(await at("hop.example", token)).toMatchObject({ status: 200, body: keyAuthorization });
    expect(await at("app.example", "unknown")).toMatchObject({ status: 404 });
  });

  it("are never counted as visits, and end when they are withdrawn", async () => {
    await ask("new.example", token, "GET", "unseen");
    await ask("new.example", "unknown", "GET", "unseen");
    await visit(test, "/docs", { headers: { host: "hop.example", "user-agent": "seen" } });
    await visit(test, "/", { headers: { host: "new.example", "user-agent": "seen" } });
    await expect.poll(() => test.clicks.filter(({ userAgent }) => userAgent === "seen")).toHaveLength(1);
    await expect.poll(() => test.misses.filter(({ userAgent }) => userAgent === "seen")).toHaveLength(1);
    expect([...test.clicks, ...test.misses].filter(({ userAgent }) => userAgent !== "seen")).toEqual([]);
    await test.publish(key, null);
    await expect.poll(async () => (await ask("hop.example", token)).status).toBe(404);
  });
});
