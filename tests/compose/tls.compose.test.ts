import { chmodSync } from "node:fs";
import { type CertificateFolder, createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openAccount } from "../running/account.ts";
import { getOverTls } from "./getOverTls.ts";
import { addProvedDomain } from "./ownDomains.ts";
import { type ComposeProject, composeProject } from "./project.ts";

let project: ComposeProject;
let port: number;
let code: string;
let certificates: CertificateFolder;
const brands = ["go.brand.example", "promo.brand.example"];

/**
 * Sets up TLS like an installation with a domain, but with self-made certificates, because no CA certifies localhost.
 */
beforeAll(async () => {
  project = await composeProject(inject("compose"));
  const account = await openAccount(project.url, "tls@example.com");
  ({ code } = await account.createLink({ name: "Secure", originalUrl: "https://example.com/secure" }));
  for (const name of brands) {
    await addProvedDomain(project, account, name);
    const link = { name, originalUrl: `https://example.com/${name}` };
    await account.createLink(link, { domain: name, shortUrl: "sale/2026" });
  }
  port = Number(new URL(project.secureUrl).port);
  certificates = createCertificateFolder();
  // The redirector's container runs as a different user, which must be able to read the certificates.
  chmodSync(certificates.folder, 0o755);
  await certificates.writePair("site", ["localhost"]);
  await certificates.writePair("brands", brands);
  const settings = {
    CERTIFICATES_DIR: certificates.folder,
    HTTPS_REDIRECT: "on",
    HSTS: "300",
    PUBLIC_URL: `https://localhost:${port}`,
  };
  await project.composeWith(settings, "up", "--detach", "--wait", "--no-deps", "redirector", "api");
});
afterAll(async () => {
  await project.up("--no-deps", "redirector", "api");
  certificates.remove();
});

const get = (path: string, name = "localhost") => getOverTls(port, path, name);

test("pages, the API and redirects are served over TLS", async () => {
  const page = await get("/login");
  expect(page).toMatchObject({ status: 200, issuer: "hoplog tests" });
  expect(page.headers["content-security-policy"]).toContain(`connect-src 'self' wss://localhost:${port};`);
  expect(page.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  // HTTP/3 is not announced, because it would need a UDP port that is not open.
  expect(page.headers["alt-svc"]).toBeUndefined();
  expect(await get("/api/urls")).toMatchObject({ status: 401, text: expect.stringContaining("AUTHENTICATION_ERROR") });
  expect(await get(`/${code}`)).toMatchObject({
    status: 302,
    headers: { location: "https://example.com/secure", "strict-transport-security": "max-age=300" },
  });
  expect((await get("/nosuchcode")).status).toBe(404);
  expect((await get("/metrics")).status).toBe(404);
});

test("domains of workspaces have certificates, and all they serve is the redirector's", async () => {
  for (const name of brands) {
    await expect
      .poll(() => get("/sale/2026", name).catch(String))
      .toMatchObject({
        status: 302,
        headers: { location: `https://example.com/${name}` },
        issuer: "hoplog tests",
      });
    expect(await get("/", name)).toMatchObject({ status: 404, text: expect.stringContaining("Link not found") });
    expect((await get("/login", name)).status).toBe(404);
    expect((await get(`/${code}`, name)).status).toBe(404);
  }
});

test("no other name gets one", async () => {
  for (const name of ["brand.example", "www.go.brand.example", "other.example"]) {
    await expect(get("/sale/2026", name)).rejects.toThrow(/alert|EPROTO|ECONNRESET|socket disconnected|socket hang up/);
  }
});

test("plain HTTP leads there, and redirects nobody to a destination", async () => {
  for (const path of ["/login", `/${code}`]) {
    const answer = await fetch(project.url + path, { redirect: "manual" });
    expect({ status: answer.status, to: answer.headers.get("location") }).toEqual({
      status: 308,
      to: `https://localhost:${port}${path}`,
    });
  }
});

test("redirectors start without errors", async () => {
  const log = await project.compose("logs", "--no-log-prefix", "redirector");
  expect(log.split("\n").filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
