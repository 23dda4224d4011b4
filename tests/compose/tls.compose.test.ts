import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { TLSSocket } from "node:tls";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openAccount } from "../running/account.ts";
import { addProvedDomain } from "./ownDomains.ts";
import { type ComposeProject, composeProject } from "./project.ts";

let project: ComposeProject;
let port: number;
let code: string;
const brands = ["go.brand.example", "promo.brand.example"];

/** As with a domain, but from caddy's own authority: no public one certifies localhost. */
beforeAll(async () => {
  project = await composeProject(inject("compose"));
  const account = await openAccount(project.url, "tls@example.com");
  ({ code } = await account.createLink({ name: "Secure", originalUrl: "https://example.com/secure" }));
  for (const name of brands) {
    await addProvedDomain(project, account, name);
    const link = { name, originalUrl: `https://example.com/${name}` };
    await account.createLink(link, { domain: name, shortUrl: "sale/2026" });
  }
  port = await freePort();
  const settings = {
    TLS_ISSUER: "internal",
    SITE_ADDRESS: "localhost",
    HTTPS_PORT: String(port),
    BIND_ADDRESS: "127.0.0.1",
  };
  const files = ["--file", "docker-compose.yml", "--file", "docker-compose.tls.yml"];
  await project.composeWith(settings, ...files, "up", "--detach", "--wait", "--no-deps", "caddy");
});
afterAll(async () => {
  await project.up("--no-deps", "caddy");
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly issuer: unknown;
}

function get(path: string, name = "localhost"): Promise<Answer> {
  const headers = { host: `${name}:${port}` };
  const options = { host: "localhost", servername: name, port, path, headers, rejectUnauthorized: false, agent: false };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      const { socket, statusCode: status, headers } = response;
      const issuer = socket instanceof TLSSocket ? socket.getPeerCertificate().issuer.CN : undefined;
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status, headers, text, issuer }));
    })
      .once("error", reject)
      .end();
  });
}

test("with SITE_ADDRESS caddy serves pages, the API and redirects over TLS", async () => {
  const page = await get("/login");
  expect(page).toMatchObject({ status: 200, issuer: expect.stringContaining("Caddy Local Authority") });
  expect(page.headers["content-security-policy"]).toContain(`connect-src 'self' wss://localhost:${port};`);
  expect(page.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  // HTTP/3 would need a port that is not open.
  expect(page.headers["alt-svc"]).toBeUndefined();
  expect(await get("/api/urls")).toMatchObject({ status: 401, text: expect.stringContaining("AUTHENTICATION_ERROR") });
  expect(await get(`/${code}`)).toMatchObject({ status: 302, headers: { location: "https://example.com/secure" } });
  expect((await get("/nosuchcode")).status).toBe(404);
  expect((await get("/metrics")).status).toBe(404);
});

test("domains of workspaces get certificates on demand, and all they serve is the redirector's", async () => {
  for (const name of brands) {
    await expect
      .poll(() => get("/sale/2026", name).catch(String))
      .toMatchObject({
        status: 302,
        headers: { location: `https://example.com/${name}` },
        issuer: expect.stringContaining("Caddy Local Authority"),
      });
    expect(await get("/", name)).toMatchObject({ status: 404, text: expect.stringContaining("Link not found") });
    expect((await get("/login", name)).status).toBe(404);
    expect((await get(`/${code}`, name)).status).toBe(404);
  }
});

test("no other name gets one", async () => {
  for (const name of ["brand.example", "www.go.brand.example", "other.example"]) {
    await expect(get("/sale/2026", name)).rejects.toThrow(/alert|EPROTO|ECONNRESET/);
  }
});

test("plain HTTP leads there, and redirects nobody to a destination", async () => {
  for (const path of ["/login", `/${code}`]) {
    const answer = await fetch(project.url + path, { redirect: "manual" });
    expect({ status: answer.status, to: answer.headers.get("location") }).toEqual({
      status: 308,
      to: `https://localhost${path}`,
    });
  }
});

test("caddy starts without errors", async () => {
  const log = await project.compose("logs", "--no-log-prefix", "caddy");
  expect(log.split("\n").filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
