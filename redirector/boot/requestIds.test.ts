import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { encodePlan, type LinkPlan } from "@hoplog/schema/links/options/plan.js";
import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import type { LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchange, statusesIn } from "../testing/raw.ts";
import { ownVisitsPath } from "../ownVisits/ownMark.ts";
import { link, openTestRedirector, type TestRedirector, toHttpServer, visit } from "../testing/testRedirector.ts";

const brand = "go.brand.example";
const planned = (options: LinkPlan): LinkRecord => ({
  ...link,
  state: "planned",
  plan: encodePlan(options) ?? new Uint8Array(),
});
const form = { "content-type": "application/x-www-form-urlencoded" };
const own = /^[\w-]{16}$/;

describe.each([
  ["bun", "127.0.0.1"],
  ["node", "127.0.0.1"],
  ["bun", "10.0.0.1"],
] as const)("ids of requests on %s, where %s is our proxy", (LISTENER_RUNTIME, TRUSTED_PROXIES) => {
  const isTrusted = TRUSTED_PROXIES === "127.0.0.1";
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ LISTENER_RUNTIME, TRUSTED_PROXIES, PUBLIC_URL: "https://app.example" });
    await test.publish("docs", link);
    await test.publish("off", { ...link, state: "inactive" });
    await test.publish("newer", Buffer.from([9, 9, 9]));
    await test.publish("secret", planned({ passwordHash: await hashPassword("right", cheapCost) }));
    await test.publish("listed", planned({ isListed: true }));
    await test.publish(
      domainKey(brand),
      encodeDomain({ number: 7, ignoresCase: false, unknownUrl: "https://brand.example/lost" }),
    );
    await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
    await vi.waitFor(async () => expect((await ask("GET /no-such", last, brand)).slice(9, 12)).toBe("302"), 60_000);
  });
  afterAll(() => test.close());

  const idOf = (answer: string): string => /^x-request-id: (.*)\r$/im.exec(answer)?.[1] ?? "";
  const last = "Connection: close\r\n";
  const ask = (start: string, headers = "", host = "a"): Promise<string> =>
    exchange(test.redirector.port, `${start} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);

  const starts = ["GET /docs", "HEAD /docs", "GET /no-such", "GET /", "GET /healthz", "POST /docs", "GET /robots.txt"];

  it.each(starts)("are in the answer to %s, another one each time", async (start) => {
    const headers = [last, last, `Content-Length: 0\r\n${last}`];
    const ids = await Promise.all(headers.map(async (lines) => idOf(await ask(start, lines))));
    for (const id of ids) expect(id).toMatch(own);
    expect(new Set(ids).size).toBe(headers.length);
  });

  interface Asked {
    readonly what: string;
    readonly path: string;
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  }

  it.each<Asked>([
    { what: "a link that is off", path: "/off", status: 410 },
    { what: "a dangerous link", path: "/listed", status: 403 },
    { what: "a record of a newer version", path: "/newer", status: 503 },
    { what: "a link with a password", path: "/secret", status: 200 },
    { what: "a preview", path: "/docs+", status: 200 },
    { what: "the page of own visits", path: `${ownVisitsPath}?me=it-is-us`, status: 200 },
    { what: "an unknown code of a domain that leads on", path: "/no-such", status: 302, headers: { host: brand } },
    { what: "a form without a password", path: "/secret", status: 400, headers: form, body: "password=" },
    { what: "a form with a wrong password", path: "/secret", status: 403, headers: form, body: "password=wrong" },
    { what: "a form with the right password", path: "/secret", status: 303, headers: form, body: "password=right" },
    {
      what: "a form that is none",
      path: "/secret",
      status: 415,
      headers: { "content-type": "text/plain" },
      body: "password=right",
    },
    {
      what: "a form of another site",
      path: `${ownVisitsPath}?me=it-is-us`,
      status: 403,
      headers: form,
      body: "count=leave-out",
    },
  ])("are in the answer to $what, and on its page", async ({ path, status, headers = {}, body }) => {
    const sent = body === undefined ? {} : { method: "POST", body };
    // Once for a request that the listener handles if it can, and once for one that only the HTTP server handles.
    for (const more of [{}, toHttpServer]) {
      const answer = await visit(test, path, { headers: { ...headers, ...more }, ...sent });
      expect(answer.status).toBe(status);
      const id = answer.headers["x-request-id"];
      expect(id).toMatch(own);
      if (answer.body !== "" && status >= 400) expect(answer.body).toContain(`Request ID: ${String(id)}<`);
    }
  });

  it("are in each answer of one connection, and in the refusal that ends it", async () => {
    const plain = "GET /docs HTTP/1.1\r\nHost: a\r\n\r\n";
    const answer = await exchange(
      test.redirector.port,
      `${plain}${plain.replace("docs", "no-such")}\r\nNo request\r\n\r\n`,
    );
    const ids = [...answer.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect(id).toMatch(own);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ["no host", "GET /docs HTTP/1.1\r\n", 400],
    ["two hosts", "GET /docs HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400],
    ["an expectation", "GET /docs HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n", 417],
  ] as const)("are in the refusal of a request with %s", async (_what, head, status) => {
    const answer = await exchange(test.redirector.port, `${head}Connection: close\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([status]);
    expect(idOf(answer)).toMatch(own);
  });

  it("belong to their own request among pipelined ones, also behind a code that is looked up", async () => {
    const asks = ["GET /docs", "GET /no-such", "HEAD /no-other", "GET /no-third/rest", "GET /robots.txt", "GET /docs"];
    const text = asks.map((ask, i) => `${ask} HTTP/1.1\r\nHost: a\r\nX-Request-Id: pipelined-${i}\r\n`);
    const answer = await exchange(test.redirector.port, `${text.join("\r\n")}Connection: close\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([302, 404, 404, 404, 404, 302]);
    const ids = [...answer.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id);
    const shown = [...answer.matchAll(/Request ID: ([^<]+)</g)].map(([, id]) => id);
    if (isTrusted) expect(ids).toEqual(asks.map((_ask, i) => `pipelined-${i}`));
    expect(new Set(ids).size).toBe(asks.length);
    expect(shown).toEqual([ids[1], ids[3], ids[4]]);
  });

  it.each(["bad\0head", `X: ${"x".repeat(20_000)}`])("are in a refusal of what can't be read", async (line) => {
    const answer = await ask("GET /docs", `${line}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4/);
    expect(idOf(answer)).toMatch(own);
  });

  it.each([
    ["straight from the socket", {}],
    ["by the HTTP server", { "content-length": "0" }],
  ])("are our proxy's, %s, and stand on the page of a failure", async (_how, more) => {
    const headers = { "x-request-id": "proxy-4711.a:b", ...more };
    for (const path of ["/docs", "/no-such"]) {
      const answer = await visit(test, path, { headers });
      const expected = isTrusted ? "proxy-4711.a:b" : expect.stringMatching(own);
      expect(answer.headers["x-request-id"]).toEqual(expected);
      if (path === "/no-such") expect(answer.body).toContain(`Request ID: ${String(answer.headers["x-request-id"])}<`);
    }
    for (const id of ["short", "x".repeat(65), "a<script>bc"]) {
      const answer = await visit(test, "/no-such", { headers: { ...headers, "x-request-id": id } });
      expect(answer.headers["x-request-id"]).toMatch(own);
    }
  });
});
