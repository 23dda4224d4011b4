import type { ConnectionOptions } from "node:tls";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { binaryHeader } from "../testing/proxyHeaders.ts";
import { exchange, openRaw, statusesIn } from "../testing/raw.ts";
import { carrier, openTls } from "../testing/rawTls.ts";
import { link, metricsOf, openTestRedirector, type TestRedirector } from "../testing/testRedirector.ts";

const request = (agent: string, path = "/docs", more = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: go.example\r\nUser-Agent: ${agent}\r\n${more}Connection: close\r\n\r\n`;
const line = "PROXY TCP4 203.0.113.7 10.0.0.1 4711 443\r\n";
const visitor = "00000000000000000000ffffcb007107";
const ownMachine = "00000000000000000000ffff7f000001";
/** A local address that is not a trusted proxy. */
const stranger = "127.0.0.9";
const binary = binaryHeader({ family: 0x11, addresses: [203, 0, 113, 7, 10, 0, 0, 1, 1, 2, 3, 4] }).toString("latin1");
const ipv6 = binaryHeader({
  family: 0x21,
  addresses: [
    0x20,
    1,
    0xd,
    0xb8,
    ...Array<number>(11).fill(0),
    7,
    ...Array<number>(16).fill(0),
    1,
    2,
    3,
    4,
    4,
    0,
    1,
    0,
  ],
}).toString("latin1");
const check = binaryHeader({ command: 0x20, family: 0, addresses: [] }).toString("latin1");

describe.each(["bun", "node"] as const)("the PROXY protocol at listeners on %s", (runtime) => {
  let test: TestRedirector;
  let tlsPort: number;
  let certificates: CertificateFolder;

  beforeAll(async () => {
    certificates = createCertificateFolder();
    await certificates.writePair("go", ["go.example"]);
    tlsPort = await freePort();
    test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      PUBLIC_URL: "https://app.example",
      SHORT_TLS_PORT: String(tlsPort),
      TLS_CERTIFICATES: certificates.folder,
      TRUSTED_PROXIES: "127.0.0.1,203.0.113.8",
      PROXY_PROTOCOL: "on",
    });
    await test.publish("docs", link);
    await vi.waitFor(async () => expect(statusesIn(await plain(line + request("first")))).toEqual([302]), 60_000);
  });
  afterAll(async () => {
    await test.close();
    certificates.remove();
  });

  const plain = (text: string): Promise<string> => exchange(test.redirector.port, text);
  const addressesOf = (agent: string): string[] =>
    test.clicks.filter(({ userAgent }) => userAgent === agent).map(({ address }) => address);
  const refused = async (reason: string): Promise<number> => {
    const series = new RegExp(`proxy_headers_refused_total\\{reason="${reason}",service="redirector"\\} (\\d+)`);
    return Number(series.exec(await metricsOf(test))?.[1]);
  };

  async function overTls(header: string, agent: string, options: ConnectionOptions = {}): Promise<string> {
    const raw = await openRaw(tlsPort);
    const carried = carrier(raw, (bytes) => void raw.socket.write(bytes), Buffer.from(header, "latin1"));
    const connection = await openTls(tlsPort, { socket: carried, ...options });
    connection.send(request(agent));
    await connection.closed;
    return connection.text();
  }

  it.each([
    ["a line", line, visitor],
    ["bytes", binary, visitor],
    ["an IPv6 address and more", ipv6, "20010db8000000000000000000000007"],
    ["a health check", check, ownMachine],
    ["an unknown family", "PROXY UNKNOWN\r\n", ownMachine],
  ])("believes a header of %s, in front of a request and of a handshake", async (what, header, address) => {
    expect(statusesIn(await plain(header + request(`${what} plain`)))).toEqual([302]);
    expect(statusesIn(await plain(header + request(`${what} http`, "/%64ocs")))).toEqual([302]);
    expect(statusesIn(await overTls(header, `${what} tls`))).toEqual([302]);
    for (const way of ["plain", "http", "tls"]) {
      await expect.poll(() => addressesOf(`${what} ${way}`)).toEqual([address]);
    }
  });

  it.each([
    ["a line", line],
    ["bytes", binary],
  ])("takes a header of %s in single bytes", async (what, header) => {
    const connection = await openRaw(test.redirector.port);
    for (const letter of header + request(`${what} bytewise`)) connection.send(letter);
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([302]);
    const raw = await openRaw(tlsPort);
    for (const letter of header) raw.send(letter);
    const carried = carrier(raw, (bytes) => {
      for (const byte of bytes) raw.socket.write(Buffer.from([byte]));
    });
    const overTls = await openTls(tlsPort, { socket: carried });
    overTls.send(request(`${what} bytewise`));
    await overTls.closed;
    expect(statusesIn(overTls.text())).toEqual([302]);
    await expect.poll(() => addressesOf(`${what} bytewise`)).toEqual([visitor, visitor]);
  });

  it.each([
    ["none", request("none")],
    ["half of one, and a request", `PROXY TCP4 203.0.113.7${request("half")}`],
    ["one that is too long", `PROXY UNKNOWN ${"x".repeat(200)}\r\n${request("long")}`],
    ["one of an unknown version", `${binary.slice(0, 12)}\x11${binary.slice(13)}${request("version")}`],
    ["two", line + line + request("two")],
  ])("closes connections of proxies with %s", async (what, text) => {
    const before = await refused("malformed");
    const isSecond = what === "two";
    // A second PROXY header counts as the visitor's own data.
    expect(statusesIn(await plain(text))).toEqual(isSecond ? [400] : []);
    expect(await refused("malformed")).toBe(before + (isSecond ? 0 : 1));
    const raw = await openRaw(tlsPort);
    raw.send(text);
    await raw.closed;
    expect(statusesIn(raw.text())).toEqual([]);
    expect(await refused("malformed")).toBe(before + (isSecond ? 0 : 2));
  });

  it("reads no header of others: it is their request", async () => {
    const connection = await openRaw(test.redirector.port, false, stranger);
    connection.send(line + request("stranger"));
    await connection.closed;
    expect(statusesIn(connection.text())).toEqual([400]);
    const without = await openRaw(test.redirector.port, false, stranger);
    without.send(request("without"));
    await without.closed;
    expect(statusesIn(without.text())).toEqual([302]);
    await expect.poll(() => addressesOf("without")).toEqual(["00000000000000000000ffff7f000009"]);
    const tls = await openRaw(tlsPort, false, stranger);
    tls.send(line);
    await tls.closed;
    expect(tls.text()).not.toContain("go.example");
    expect(addressesOf("stranger")).toEqual([]);
  });

  it("believes X-Forwarded-For of those whom the header names, if they are proxies of ours", async () => {
    const forwarded = "X-Forwarded-For: 198.51.100.9\r\n";
    const through = line.replace("203.0.113.7", "203.0.113.8");
    expect(statusesIn(await plain(through + request("through", "/docs", forwarded)))).toEqual([302]);
    expect(statusesIn(await plain(line + request("past", "/docs", forwarded)))).toEqual([302]);
    await expect.poll(() => addressesOf("through")).toEqual(["00000000000000000000ffffc6336409"]);
    await expect.poll(() => addressesOf("past")).toEqual([visitor]);
  });

  it("counts nothing for checks of balancers, which send a header and reset the connection", async () => {
    const series =
      /^hoplog_redirector_(?:handshakes|proxy_headers)_refused_total\{reason="(?:failed|limited|malformed).*$/gm;
    const before = (await metricsOf(test)).match(series);
    for (let i = 0; i < 30; i++) {
      for (const port of [test.redirector.port, tlsPort]) {
        const connection = await openRaw(port);
        connection.socket.write(i % 2 === 0 ? line.replace("203.0.113.7", "127.0.0.1") : check);
        connection.socket.resetAndDestroy();
      }
    }
    expect(statusesIn(await overTls(line, "after checks"))).toEqual([302]);
    expect(statusesIn(await plain(line + request("after checks")))).toEqual([302]);
    expect((await metricsOf(test)).match(series)).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it("closes what comes too late, and holds nothing for proxies that have left", async () => {
    const before = await refused("late");
    const slow = [await openRaw(test.redirector.port), await openRaw(tlsPort)];
    slow[0]?.send(line.slice(0, 20));
    slow[1]?.send(binary.slice(0, 14));
    for (const port of [test.redirector.port, tlsPort]) {
      const left = await openRaw(port);
      left.send(line.slice(0, 5));
      left.socket.end();
      await left.closed;
      const atOnce = await openRaw(port);
      atOnce.socket.destroy();
    }
    await Promise.all(slow.map(({ closed }) => closed));
    await expect.poll(() => refused("late")).toBe(before + 2);
    expect(statusesIn(await plain(line + request("after")))).toEqual([302]);
  });
});
