import { freePort } from "@hoplog/platform/process/freePort.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ownVisitsPath } from "../ownVisits/ownMark.ts";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { signal } from "../testing/processes.ts";
import { openRaw, statusesIn } from "../testing/raw.ts";
import { carrier, clientHello, exchangeTls, namesOf, openTls } from "../testing/rawTls.ts";
import {
  healthOf,
  link,
  metricsOf,
  openTestRedirector,
  type TestRedirector,
  visit,
} from "../testing/testRedirector.ts";

const plain = (path: string, agent = "agent"): string =>
  `GET ${path} HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${agent}\r\n\r\n`;
const last = (path: string, agent = "agent"): string =>
  plain(path, agent).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
const handshakeTimeoutMs = 10_000;

describe.each(["bun", "node"] as const)("TLS of listeners on %s", (runtime) => {
  let test: TestRedirector;
  let port: number;
  let certificates: CertificateFolder;

  beforeAll(async () => {
    certificates = createCertificateFolder();
    await certificates.writePair("go", ["go.example"]);
    await certificates.writePair("wild", ["*.brand.example"]);
    port = await freePort();
    test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      LISTENERS: "2",
      PUBLIC_URL: "https://app.example",
      SHORT_URL: "https://go.example",
      SHORT_TLS_PORT: String(port),
      TLS_CERTIFICATES: certificates.folder,
      HTTPS_REDIRECT: "on",
      HSTS: "300",
    });
    await test.publish("docs", link);
    await vi.waitFor(async () => expect((await visit(test, "/docs")).status).toBe(302), 60_000);
  });
  afterAll(async () => {
    await test.close();
    certificates.remove();
  });

  const visits = (agent: string): number => test.clicks.filter(({ userAgent }) => userAgent === agent).length;
  const count = async (name: string): Promise<number> => {
    const found = new RegExp(`^hoplog_redirector_${name.replace(/[{}]/g, "\\$&")}.* (\\d+)$`, "m");
    return Number(found.exec((await metricsOf(test)).replaceAll(',service="redirector"', ""))?.[1]);
  };
  const refused = (reason: string): Promise<number> => count(`handshakes_refused_total{reason="${reason}"}`);
  const isServing = async (): Promise<void> => {
    expect(statusesIn(await exchangeTls(port, last("/docs")))).toEqual([302]);
  };

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "redirects over %s, by the listener and by the HTTP server",
    async (version) => {
      const connection = await openTls(port, { minVersion: version, maxVersion: version });
      expect(connection.socket.getProtocol()).toBe(version);
      expect(connection.socket.alpnProtocol).toBe("http/1.1");
      expect(namesOf(connection)).toBe("DNS:go.example");
      connection.send(plain("/docs", version) + plain("/%64ocs", version) + last("/no-such"));
      await connection.closed;
      expect(statusesIn(connection.text())).toEqual([302, 302, 404]);
      expect(connection.text().match(/^strict-transport-security: max-age=300\r$/gm)).toHaveLength(3);
      await expect.poll(() => visits(version)).toBe(2);
    },
  );

  it("sets cookies for https alone", async () => {
    const body = "count=leave-out";
    const head = `POST ${ownVisitsPath}?me=us HTTP/1.1\r\nHost: go.example\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    expect(await exchangeTls(port, head + body)).toMatch(/^set-cookie: hoplog_own=.*; Secure(?:;|\r$)/im);
  });

  it("answers who speaks HTTP/1.0, and says so in the handshake", async () => {
    const connection = await openTls(port, { ALPNProtocols: ["http/1.0"] });
    expect(connection.socket.alpnProtocol).toBe("http/1.0");
    connection.send("GET /docs HTTP/1.0\r\nHost: go.example\r\n\r\n");
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302]);
  });

  it.each([
    ["a name under a wildcard", { servername: "a.brand.example" }, "DNS:*.brand.example"],
    ["no name, which means SHORT_URL", { servername: "" }, "DNS:go.example"],
    ["a name in capitals", { servername: "GO.Example" }, "DNS:go.example"],
  ])("has a certificate for %s", async (_what, options, names) => {
    const connection = await openTls(port, options);
    expect(namesOf(connection)).toBe(names);
    connection.socket.destroy();
  });

  it("refuses handshakes for names without a certificate, and other protocols", async () => {
    const before = await refused("unknownName");
    for (const servername of ["other.example", "brand.example", "a.b.brand.example", "localhost"]) {
      await expect(openTls(port, { servername })).rejects.toThrow();
    }
    await expect.poll(() => refused("unknownName")).toBe(before + 4);
    const failed = await refused("failed");
    await expect(openTls(port, { ALPNProtocols: ["h2"] })).rejects.toThrow();
    await expect.poll(() => refused("failed")).toBe(failed + 1);
    await isServing();
  });

  it.each([
    ["a NUL", Buffer.from("go.example\0.evil")],
    ["300 characters", Buffer.alloc(300, "a")],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x80])],
    ["the key of an object's own", Buffer.from("__proto__")],
  ])("closes handshakes for a name of %s", async (_what, name) => {
    const connection = await openRaw(port);
    connection.socket.write(clientHello(name));
    await connection.closed;
    expect(connection.text()).not.toContain("go.example");
    await isServing();
  });

  it("understands the handshake that its own test writes", async () => {
    const connection = await openRaw(port);
    connection.socket.write(clientHello(Buffer.from("go.example")));
    await expect.poll(() => connection.text()).toContain("go.example");
    connection.socket.destroy();
  });

  it.each([
    ["a request without TLS", plain("/docs")],
    ["bytes of no protocol", "\xff".repeat(2000)],
    ["a record that is too long", `\x16\x03\x01\xff\xff${"\0".repeat(70_000)}`],
    ["an alert", "\x15\x03\x01\x00\x02\x02\x28"],
    ["a PROXY header", "PROXY TCP4 203.0.113.7 10.0.0.1 1 2\r\n"],
  ])("closes a connection with %s", async (_what, text) => {
    const connection = await openRaw(port);
    connection.send(text);
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([]);
    await isServing();
  });

  it("takes a handshake and a request in single bytes", async () => {
    const raw = await openRaw(port);
    const bytewise = carrier(raw, (bytes) => {
      for (const byte of bytes) raw.socket.write(Buffer.from([byte]));
    });
    const connection = await openTls(port, { socket: bytewise });
    for (const letter of last("/docs", "bytewise")) connection.send(letter);
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302]);
    await expect.poll(() => visits("bytewise")).toBe(1);
  });

  it("answers a visitor who ends at once, and records each request once", async () => {
    const connection = await openTls(port, { allowHalfOpen: true });
    connection.socket.end(plain("/docs", "hasty").repeat(3));
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302, 302, 302]);
    await expect.poll(() => visits("hasty")).toBe(3);
  });

  it("answers hundreds of requests on one connection in their order", async () => {
    const text = await exchangeTls(port, plain("/docs").repeat(400) + plain("/no-such") + last("/docs"));
    expect(statusesIn(text)).toEqual([...Array<number>(400).fill(302), 404, 302]);
  });

  it("sends everything to a visitor who reads slowly, the last answer too", async () => {
    const { socket } = await openTls(port);
    socket.pause();
    socket.removeAllListeners("data");
    const count = 20_000;
    socket.write(plain("/docs", "slow").repeat(count - 1) + last("/docs", "slow"));
    let answers = 0;
    let rest = "";
    for await (const chunk of socket) {
      const text = rest + String(chunk);
      const statuses = text.split("HTTP/1.1 302 ");
      answers += statuses.length - 1;
      rest = statuses.at(-1)?.slice(-20) ?? "";
      // Reads one piece per event loop turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answers).toBe(count);
    await expect.poll(() => visits("slow")).toBe(count);
  });

  it("lets nobody begin a second handshake on a connection", async () => {
    const connection = await openTls(port, { maxVersion: "TLSv1.2" });
    const outcome = await new Promise((resolve) => {
      connection.socket.once("close", () => resolve("closed"));
      connection.socket.renegotiate({ rejectUnauthorized: false }, (error) => resolve(error ? "refused" : "begun"));
    });
    expect(outcome).toMatch(/closed|refused/);
    connection.socket.destroy();
    await isServing();
  });

  it("resumes a session", async () => {
    const connection = await openTls(port, { maxVersion: "TLSv1.3" });
    const sessions: Buffer[] = [];
    connection.socket.on("session", (session: Buffer) => sessions.push(session));
    connection.send(plain("/docs"));
    await expect.poll(() => sessions.length).toBeGreaterThan(0);
    connection.socket.destroy();
    // The other listener has a different ticket key, so connections to it do a full handshake.
    const resumed = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const again = await openTls(port, { session: sessions.at(-1) });
        const isReused = again.socket.isSessionReused();
        again.send(last("/docs"));
        await again.closed;
        expect(statusesIn(again.text())).toEqual([302]);
        return isReused;
      }),
    );
    expect(resumed).toContain(true);
  });

  it("lets go of handshakes that do not end, however slowly bytes come, and of visitors who read nothing", async () => {
    const before = await refused("late");
    const redirects = await count('answers_total{result="redirect"}');
    const unread = await openTls(port);
    unread.socket.pause();
    const requests = 200_000;
    unread.socket.write(plain("/docs", "unread").repeat(requests));

    const hello = clientHello(Buffer.from("go.example"));
    const [silent, slow, halfClosed] = [await openRaw(port), await openRaw(port), await openRaw(port, true)];
    const startedAt = performance.now();
    let sent = 0;
    const dribble = setInterval(() => slow.socket.write(hello.subarray(sent, ++sent)), 300);
    halfClosed.socket.end(hello.subarray(0, 20));
    const left = await openRaw(port);
    left.socket.write(hello.subarray(0, 20));
    left.socket.destroy();
    await Promise.all([silent.closed, slow.closed]);
    clearInterval(dribble);
    expect(performance.now() - startedAt).toBeGreaterThan(handshakeTimeoutMs - 1000);
    expect(sent).toBeGreaterThan(20);
    halfClosed.socket.destroy();
    await expect.poll(() => refused("late")).toBeGreaterThanOrEqual(before + 2);
    await isServing();

    await expect.poll(() => count("connections")).toBe(0);
    // Only as many requests were answered as fit into buffers.
    expect((await count('answers_total{result="redirect"}')) - redirects).toBeLessThan(requests / 2);
    unread.socket.destroy();
  });

  describe("from http", () => {
    it.each([
      ["the listener", {}],
      ["the HTTP server", { "content-length": "0" }],
    ])("leads to https by %s, and records nothing", async (_who, more) => {
      const headers = { host: "go.example", "user-agent": "http", ...more };
      const before = await count('answers_total{result="https"}');
      for (const target of ["/docs", "/docs?a=b&c=%20d", "/no-such", "/"]) {
        const { status, headers: answered } = await visit(test, target, { headers });
        expect([status, answered["location"]]).toEqual([308, `https://go.example${target}`]);
        expect(answered["strict-transport-security"]).toBeUndefined();
      }
      const { status } = await visit(test, "/docs", { method: "POST", headers: { host: "go.example" }, body: "x=y" });
      expect(status).toBe(308);
      expect(await count('answers_total{result="https"}')).toBe(before + 5);
      expect(visits("http")).toBe(0);
    });

    it("answers where it came what authorities and balancers ask for, and hosts without a certificate", async () => {
      const at = async (target: string, host: string) => (await visit(test, target, { headers: { host } })).status;
      expect(await at("/.well-known/acme-challenge/token", "go.example")).toBe(404);
      expect(await at("/healthz", "go.example")).toBe(200);
      expect(await at("/docs", "localhost")).toBe(302);
    });
  });

  it("takes renewed and further certificates without closing a connection, and names those that it can't", async () => {
    const open = await openTls(port);
    await certificates.writePair("go", ["go.example", "new.example"]);
    // Collects the names that both listeners show.
    const names = async (servername: string): Promise<string[]> => {
      const shown = Array.from({ length: 16 }, async () => {
        const connection = await openTls(port, { servername }).catch(() => null);
        const found = connection ? namesOf(connection) : "";
        connection?.socket.destroy();
        return found;
      });
      return [...new Set(await Promise.all(shown))];
    };
    for (const servername of ["new.example", ""]) {
      await expect.poll(() => names(servername)).toEqual(["DNS:go.example, DNS:new.example"]);
    }
    certificates.write("bad.crt", "nothing");
    certificates.write("go.key", "half a ke");
    await expect
      .poll(() => healthOf(test))
      .toMatchObject({
        parts: {
          certificates:
            "bad: bad.key can't be read (ENOENT); go: go.key contains no valid private key without a password",
        },
      });
    expect(await count('certificate_files{usable="yes"}')).toBe(2);
    expect(await count('certificate_files{usable="no"}')).toBe(2);
    expect(await names("go.example")).toEqual(["DNS:go.example, DNS:new.example"]);
    open.send(last("/docs", "stayed"));
    await open.closed;
    expect(statusesIn(open.text())).toEqual([302]);
    certificates.removeFile("bad.crt");
    await certificates.writePair("go", ["go.example"]);
    await expect.poll(() => healthOf(test)).toMatchObject({ parts: { certificates: "ok" } });
  });

  it("come back when killed, and nothing that was answered is lost", async () => {
    const [victim = 0] = test.redirector.listeners();
    let answered = 0;
    let sent = 0;
    const ending = { over: false };
    const load = Array.from({ length: 6 }, async () => {
      while (!ending.over) {
        sent++;
        const text = await exchangeTls(port, last("/docs", "killed")).catch(() => "");
        answered += statusesIn(text).includes(302) ? 1 : 0;
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(20);
    signal(victim, "SIGKILL");
    await expect.poll(() => test.redirector.listeners().filter((pid) => pid !== victim)).toHaveLength(2);
    const then = answered;
    await expect.poll(() => answered).toBeGreaterThan(then + 20);
    ending.over = true;
    await Promise.all(load);
    await expect.poll(() => visits("killed")).toBeGreaterThanOrEqual(answered);
    expect(visits("killed")).toBeLessThanOrEqual(sent);
    expect(new Set(test.clicks.map(({ id }) => id)).size).toBe(test.clicks.length);
  });

  it("end well when they are stopped: what has come is answered, and a handshake under way ends", async () => {
    const [busy, idle] = [await openTls(port), await openTls(port)];
    idle.send(plain("/docs"));
    await expect.poll(() => statusesIn(idle.text())).toEqual([302]);
    const raw = await openRaw(port);
    const hello = clientHello(Buffer.from("go.example"));
    raw.socket.write(hello.subarray(0, 40));
    busy.send(last("/docs", "stopped").slice(0, 10));
    await isServing();
    const stopped = test.redirector.stop();
    busy.send(last("/docs", "stopped").slice(10));
    raw.socket.write(hello.subarray(40));
    await Promise.all([stopped, busy.closed, idle.closed, raw.closed]);
    expect(statusesIn(busy.text())).toEqual([302]);
    expect(raw.text()).toContain("go.example");
    await expect.poll(() => visits("stopped")).toBe(1);
  });
});
