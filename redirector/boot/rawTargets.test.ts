import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exchange, openRaw, statusesIn } from "../testing/raw.ts";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

/** Returns a text with each UTF-8 byte as one character. */
const raw = (text: string): string => Buffer.from(text).toString("latin1");

// A request that the listener can't handle causes its connection to be passed to Node's HTTP server, which rejects raw
// UTF-8 in a URL.
describe.each(["bun", "node"])(
  "on %s, raw UTF-8 in the URL of a connection that is with the HTTP server",
  (runtime) => {
    let test: TestRedirector;
    beforeAll(async () => {
      test = await openTestRedirector({ LISTENER_RUNTIME: runtime, PUBLIC_URL: "https://app.example" });
      await test.publish("docs", link);
      await test.publish("off", { ...link, state: "inactive" });
      await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
      await vi.waitFor(async () => expect((await visit(test, "/off")).status).toBe(410), 60_000);
    });
    afterAll(() => test.close());

    const request = (target: string, ...headers: string[]): string =>
      [`GET ${raw(target)} HTTP/1.1`, "Host: a", ...headers, "\r\n"].join("\r\n");
    const last = "Connection: close";

    it.each([
      ["a GET of an encoded path", request("/%64ocs"), 302],
      ["a health check", request("/healthz"), 200],
      ["a POST with a body", "POST /docs HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na=bc", 405],
    ])("leads on after %s, and is recorded encoded", async (what, first, status) => {
      const agent = `User-Agent: ${what}`;
      const connection = await openRaw(test.redirector.port);
      const statuses: number[] = [status];
      connection.send(first);
      await expect.poll(() => statusesIn(connection.text())).toEqual(statuses);
      for (const [target, answer] of [
        ["/docs?q=ü日", 302],
        ["/docs\u200b?q=é", 302],
        ["/off?q=ü", 410],
        ["/%64ocs?q=ü", 302],
        ["/docs?q=plain", 302],
      ] as const) {
        connection.send(request(target, agent));
        statuses.push(answer);
        await expect.poll(() => statusesIn(connection.text())).toEqual(statuses);
      }
      connection.socket.destroy();
      const queries = () => test.clicks.filter(({ userAgent }) => userAgent === what).map(({ query }) => query);
      await expect
        .poll(queries)
        .toEqual(["q=%C3%BC%E6%97%A5", "q=%C3%A9 /docs%E2%80%8B", "q=%C3%BC /%64ocs", "q=plain"]);
    });

    it("is answered in its turn when requests come together", async () => {
      const together = ["/%64ocs", "/healthz", "/docs?q=ü", "/off?q=ü", "/healthz", "/%64ocs?q=ü"].map((target) =>
        request(target),
      );
      const answer = await exchange(test.redirector.port, together.join("") + request("/off?q=ü", last));
      expect(statusesIn(answer)).toEqual([302, 200, 302, 410, 200, 302, 410]);
    });

    it.each([
      ["a form", "a=bc"],
      ["letters", "ABCD"],
      ["what looks like such a request", raw("GET /docs?q=ü")],
    ])("is answered behind a body of %s", async (what, body) => {
      const post = `POST /docs HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const behind = request("/docs?q=é", `User-Agent: ${what}`);
      expect(statusesIn(await exchange(test.redirector.port, post + behind + request("/off", last)))).toEqual([
        405, 302, 410,
      ]);
      const queries = () => test.clicks.filter(({ userAgent }) => userAgent === what).map(({ query }) => query);
      await expect.poll(queries).toEqual(["q=%C3%A9"]);
    });

    it("is not answered behind a request that ends its connection", async () => {
      const refused = "POST /docs HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 0\r\n\r\n";
      const answer = await exchange(test.redirector.port, refused + request("/docs?q=ü"));
      expect(statusesIn(answer)).toEqual([417]);
    });

    it("is not recorded, as no other is, once the visitor was told that the connection ends", async () => {
      const connection = await openRaw(test.redirector.port, true);
      connection.send(request("/docs", "Host: b"));
      await connection.ended;
      connection.send(request("/%64ocs", "User-Agent: late"));
      connection.socket.end(request("/docs?q=ü", "User-Agent: late"), "latin1");
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([400]);
      expect((await visit(test, "/docs", { headers: { "user-agent": "later" } })).status).toBe(302);
      const agents = () => test.clicks.map(({ userAgent }) => userAgent);
      await expect.poll(agents).toContain("later");
      expect(agents()).not.toContain("late");
    });

    it("may come in pieces behind its first such byte", async () => {
      const connection = await openRaw(test.redirector.port);
      connection.send(request("/%64ocs"));
      await expect.poll(() => statusesIn(connection.text())).toEqual([302]);
      const bytes = request("/docs?q=ü日", last);
      const middle = bytes.indexOf(raw("日")) + 1;
      connection.socket.write(bytes.slice(0, middle), "latin1", () => connection.send(bytes.slice(middle)));
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, 302]);
    });

    it("is answered where the visitor sends no more", async () => {
      const connection = await openRaw(test.redirector.port);
      connection.send(request("/%64ocs"));
      await expect.poll(() => statusesIn(connection.text())).toEqual([302]);
      connection.socket.end(request("/docs?q=ü"), "latin1");
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, 302]);
    });

    it.each([
      ["a method", raw("GÉT /docs HTTP/1.1\r\nHost: a\r\n\r\n"), 400],
      ["a control character beside it", request("/docs?q=ü\u0001"), 400],
      ["a URL beyond all measure", request(`/docs?q=${"ü".repeat(9000)}`), 431],
    ])("is refused in %s, as the last answer", async (_what, bytes, status) => {
      const connection = await openRaw(test.redirector.port);
      connection.send(request("/%64ocs"));
      await expect.poll(() => statusesIn(connection.text())).toEqual([302]);
      connection.send(bytes);
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, status]);
    });
  },
);
