import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signal } from "../testing/processes.ts";
import { comparable, exchange, openRaw, statusesIn } from "../testing/raw.ts";
import {
  healthOf,
  link,
  metricsOf,
  openTestRedirector,
  type TestRedirector,
  visit,
} from "../testing/testRedirector.ts";

const plain = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\nUser-Agent: agent\r\n\r\n`;
const last = "GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

describe.each(["bun", "node"] as const)("listeners on %s", (runtime) => {
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ LISTENER_RUNTIME: runtime, LISTENERS: "2", PUBLIC_URL: "https://app.example" });
    await test.publish("docs", link);
    await test.publish("off", { ...link, state: "inactive" });
    await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
    await vi.waitFor(async () => expect((await visit(test, "/off")).status).toBe(410), 60_000);
  });
  afterAll(() => test.close());

  const port = (): number => test.redirector.port;
  const visits = (agent: string): number => test.clicks.filter(({ userAgent }) => userAgent === agent).length;

  it.each([
    "GET /docs",
    "HEAD /docs",
    "GET /docs?a=b",
    "GET /no-such",
    "HEAD /no-such",
    "GET /off",
    "GET /",
    "GET /a.b",
  ])("answer a plain %s as the HTTP server does", async (start) => {
    const fast = await openRaw(port());
    fast.send(`${start} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const slow = await openRaw(port());
    // A request with Content-Length is not plain.
    slow.send(`${start} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
    await expect.poll(() => fast.text()).toContain("\r\n\r\n");
    await expect.poll(() => comparable(slow.text())).toEqual(comparable(fast.text()));
    for (const { socket } of [fast, slow]) socket.destroy();
  });

  it("answer in the order of the requests, whoever answers", async () => {
    const requests = [
      plain("/docs"),
      plain("/missing-code"),
      plain("/docs"),
      "POST /docs HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
      plain("/off"),
      plain("/docs"),
      last,
    ];
    const text = await exchange(port(), requests.join(""));
    expect(statusesIn(text)).toEqual([302, 404, 302, 405, 410, 302, 302]);
  });

  it("take a request in two pieces, cut anywhere", async () => {
    const request = "GET /docs HTTP/1.1\r\nHost: a\r\nUser-Agent: cut\r\nAccept: */*\r\n\r\n";
    await Promise.all(
      Array.from({ length: request.length - 1 }, async (_, i) => {
        const connection = await openRaw(port());
        connection.send(request.slice(0, i + 1));
        // Sends the request in two packets: a response on another connection shows that the first one was read.
        await visit(test, "/docs");
        connection.send(request.slice(i + 1));
        await expect.poll(() => statusesIn(connection.text())).toEqual([302]);
        connection.socket.destroy();
      }),
    );
    await expect.poll(() => visits("cut")).toBe(request.length - 1);
  });

  it("record the request of a visitor who closes at once", async () => {
    const connection = await openRaw(port());
    connection.socket.end(plain("/docs").replace("agent", "hasty").repeat(3));
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302, 302, 302]);
    await expect.poll(() => visits("hasty")).toBe(3);
  });

  it.each([
    [
      "a length and chunks",
      "GET /docs HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a folded line", "GET /docs HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n"],
    ["bare line feeds", "GET /docs HTTP/1.1\nHost: a\n\n"],
    ["a blank before the colon", "GET /docs HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a NUL", "GET /docs HTTP/1.1\r\nHost: a\r\nA: \0\r\n\r\n"],
    ["no host", "GET /docs HTTP/1.1\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ])("refuse %s, and everything behind it", async (_what, text) => {
    const answer = await exchange(port(), plain("/docs") + text + plain("/docs") + plain("/docs"));
    expect(statusesIn(answer)).toEqual([302, 400]);
  });

  it.each([
    ["a body", "GET /docs HTTP/1.1\r\nHost: a\r\nContent-Length: 19\r\n\r\nGET /off HTTP/1.1\r\n", [302]],
    ["chunks", "GET /docs HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nGET \r\n0\r\n\r\n", [302]],
    ["the absolute form", "GET http://b/docs HTTP/1.1\r\nHost: a\r\n\r\n", [404]],
    ["an escape", "GET /%64ocs HTTP/1.1\r\nHost: a\r\n\r\n", [302]],
  ])("see the end of a request with %s", async (_what, text, statuses) => {
    expect(statusesIn(await exchange(port(), text + last))).toEqual([...statuses, 302]);
  });

  it("end a connection of HTTP/1.0", async () => {
    expect(statusesIn(await exchange(port(), "GET /docs HTTP/1.0\r\n\r\n"))).toEqual([302]);
  });

  it("stay quick for known codes during a flood of requests for unknown ones", async () => {
    const floods = await Promise.all(Array.from({ length: 20 }, () => openRaw(port())));
    floods.forEach(({ send }, i) => {
      send(Array.from({ length: 500 }, (_, k) => plain(`/flood-${i}-${k}`)).join(""));
    });
    for (let i = 0; i < 20; i++) expect((await visit(test, "/docs")).status).toBe(302);
    await expect.poll(() => floods.map(({ text }) => statusesIn(text()).length)).toEqual(Array(20).fill(500));
    for (const { socket, text } of floods) {
      expect(new Set(statusesIn(text()))).toEqual(new Set([404]));
      socket.destroy();
    }
  });

  it("go on while the disk is full, and record what they kept when it is not", async () => {
    const limitFiles = (bytes: string): void => {
      for (const pid of test.redirector.listeners()) execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]);
    };
    limitFiles("0");
    for (let i = 0; i < 50; i++) {
      expect((await visit(test, "/docs", { headers: { "user-agent": "full disk" } })).status).toBe(302);
    }
    expect(await healthOf(test)).toMatchObject({
      parts: { spool: expect.stringMatching(/memory/) },
    });
    limitFiles("unlimited");
    await expect.poll(() => visits("full disk")).toBe(50);
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_clicks_dropped_total\{service="redirector"\} 0/);
  });

  it("sum their figures", async () => {
    const redirects = async (): Promise<number> => {
      const body = await metricsOf(test);
      return Number(/hoplog_redirector_answers_total\{result="redirect",service="redirector"\} (\d+)/.exec(body)?.[1]);
    };
    const before = await redirects();
    for (let i = 0; i < 20; i++) await visit(test, "/docs");
    expect(await redirects()).toBe(before + 20);
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_listeners\{service="redirector"\} 2/);
  });

  it("come back when killed, and nothing that was answered is lost", async () => {
    const before = visits("killed");
    const [victim = 0, other = 0] = test.redirector.listeners();
    let answered = 0;
    let sent = 0;
    const ending = { over: false };
    const load = Array.from({ length: 8 }, async () => {
      while (!ending.over) {
        sent++;
        await visit(test, "/docs", { headers: { "user-agent": "killed", connection: "close" } }).then(
          ({ status }) => (answered += status === 302 ? 1 : 0),
          () => {},
        );
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(50);
    signal(victim, "SIGKILL");
    await expect
      .poll(() => test.redirector.listeners().filter((pid) => pid !== victim), { interval: 10 })
      .toEqual([other, expect.any(Number)]);
    const then = answered;
    await expect.poll(() => answered).toBeGreaterThan(then + 50);
    ending.over = true;
    await Promise.all(load);
    await expect.poll(() => visits("killed") - before).toBeGreaterThanOrEqual(answered);
    expect(visits("killed") - before).toBeLessThanOrEqual(sent);
    expect(new Set(test.clicks.map(({ id }) => id)).size).toBe(test.clicks.length);
  });

  it("are killed with clicks in memory: those count as dropped", async () => {
    const pids = test.redirector.listeners();
    for (const pid of pids) execFileSync("prlimit", [`--pid=${pid}`, "--fsize=0:"]);
    for (let i = 0; i < 20; i++) expect((await visit(test, "/docs")).status).toBe(302);
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_spool_memory_bytes\{service="redirector"\} [1-9]/);
    for (const pid of pids) signal(pid, "SIGKILL");
    const dropped = async () => /hoplog_redirector_clicks_dropped_total\{.*\} (\d+)/.exec(await metricsOf(test))?.[1];
    await expect.poll(dropped).toBe("20");
    await expect.poll(() => test.redirector.listeners().filter((pid) => !pids.includes(pid))).toHaveLength(2);
    expect(await dropped()).toBe("20");
  });
});
