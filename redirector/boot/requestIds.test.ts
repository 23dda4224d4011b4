import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchange, statusesIn } from "../testing/raw.ts";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

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
    await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
  });
  afterAll(() => test.close());

  const idOf = (answer: string): string => /^x-request-id: (.*)\r$/im.exec(answer)?.[1] ?? "";
  const ask = (start: string, headers = ""): Promise<string> =>
    exchange(test.redirector.port, `${start} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);

  const starts = ["GET /docs", "HEAD /docs", "GET /no-such", "GET /", "GET /healthz", "POST /docs", "GET /robots.txt"];

  it.each(starts)("are in the answer to %s, another one each time", async (start) => {
    const ids = await Promise.all([1, 2].map(async () => idOf(await ask(start, "Connection: close\r\n"))));
    for (const id of ids) expect(id).toMatch(own);
    expect(new Set(ids).size).toBe(2);
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
