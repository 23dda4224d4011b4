import { randomBytes } from "node:crypto";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import { makeHostCertificate } from "@hoplog/platform/testing/certificates.js";
import {
  certificateKey,
  certificatePurpose,
  certificatesKey,
  challengeKey,
  challengePath,
  encodeCertificate,
  encodeCertificatesChange,
  encodeChallenge,
} from "@hoplog/schema/topics/links/certificates.js";
import { domainKey, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { exchangeTls, namesOf, openTls } from "../testing/rawTls.ts";
import { link, openTestRedirector, type TestRedirector, visit } from "../testing/testRedirector.ts";

const [secret, older] = ["a secret of this installation that is long", "the secret that it had before this one was"];
const brand = "go.brand.example";

describe.each(["bun", "node"])("on %s, certificates that the api has been issued", (runtime) => {
  let test: TestRedirector;
  let files: CertificateFolder;
  let port: number;
  beforeAll(async () => {
    files = createCertificateFolder();
    await files.writePair("own", ["own.example"]);
    port = await freePort();
    test = await openTestRedirector({
      LISTENER_RUNTIME: runtime,
      PUBLIC_URL: "https://app.example",
      SHORT_URL: "https://short.example",
      SHORT_TLS_PORT: String(port),
      TLS_CERTIFICATES: files.folder,
      CERTIFICATE_KEY: `${secret},${older}`,
      HTTPS_REDIRECT: "on",
    });
    await test.publish("7/sale", { ...link, domain: 7 });
    await test.publish(domainKey(brand), encodeDomain({ number: 7, ignoresCase: false }));
    await vi.waitFor(async () => expect((await visit(test, "/sale", { headers: { host: brand } })).status).toBe(302), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    await test.close();
    files.remove();
  });

  let changes = 0;
  const publish = async (host: string, record: Buffer | null): Promise<void> => {
    await test.publish(certificateKey(host), record);
    await test.publish(certificatesKey, encodeCertificatesChange(new Date(++changes)));
  };
  async function issue(host: string, by = secret): Promise<void> {
    const { cert: chain, key } = await makeHostCertificate([host]);
    const sealer = createSealer([by], certificatePurpose, randomBytes);
    const sealed = sealer.seal(host, JSON.stringify({ chain, key })).toString("base64");
    const notAfter = new Date(Date.now() + 3_600_000).toISOString();
    await publish(host, encodeCertificate({ notAfter, sealed }));
  }
  async function shownFor(servername: string): Promise<string | null> {
    const connection = await openTls(port, { servername }).catch(() => null);
    const names = connection && namesOf(connection);
    connection?.socket.destroy();
    return names;
  }

  it("are used as soon as they are in the replica, until they are withdrawn, beside those of files", async () => {
    expect(await shownFor(brand)).toBeNull();
    await issue(brand);
    await expect.poll(() => shownFor(brand)).toBe(`DNS:${brand}`);
    expect(await shownFor("own.example")).toBe("DNS:own.example");
    const request = `GET /sale HTTP/1.1\r\nHost: ${brand}\r\nConnection: close\r\n\r\n`;
    expect(await exchangeTls(port, request, { servername: brand })).toMatch(/^HTTP\/1\.1 302 /);
    const overHttp = () => visit(test, "/sale", { headers: { host: brand } });
    expect(await overHttp()).toMatchObject({ status: 308, headers: { location: `https://${brand}/sale` } });
    await publish(brand, null);
    await expect.poll(() => shownFor(brand)).toBeNull();
    expect((await overHttp()).status).toBe(302);
  });

  it("may be sealed with an older key, and count for visitors who name no host", async () => {
    expect(await shownFor("")).toBeNull();
    await issue("short.example", older);
    await expect.poll(() => shownFor("")).toBe("DNS:short.example");
  });

  it("are renewed without an end of open connections, and are left out if nobody here can open them", async () => {
    await issue(brand);
    await expect.poll(() => shownFor(brand)).toBe(`DNS:${brand}`);
    const open = await openTls(port, { servername: brand });
    const first = open.socket.getPeerX509Certificate()?.serialNumber;
    await issue("unknown.example", "a secret that nobody here has ever known of");
    await issue(brand);
    await expect
      .poll(async () => {
        const { socket } = await openTls(port, { servername: brand });
        socket.destroy();
        return socket.getPeerX509Certificate()?.serialNumber;
      })
      .not.toBe(first);
    expect(await shownFor("unknown.example")).toBeNull();
    open.send(`GET /sale HTTP/1.1\r\nHost: ${brand}\r\nConnection: close\r\n\r\n`);
    await open.closed;
    expect(open.text()).toMatch(/^HTTP\/1\.1 302 /);
  });

  it("leave a CA's challenges on http, also for hosts that have one already", async () => {
    await issue(brand);
    await expect.poll(() => shownFor(brand)).toBe(`DNS:${brand}`);
    const token = "a-token";
    await test.publish(challengeKey(token) ?? "", encodeChallenge(`${token}.thumbprint`));
    await expect
      .poll(() => visit(test, challengePath + token, { headers: { host: brand } }))
      .toMatchObject({ status: 200, body: `${token}.thumbprint` });
  });
});
