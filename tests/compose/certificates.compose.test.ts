import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Pebble, startPebble } from "@hoplog/platform/testing/pebble.js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { type NameServer, openNameServer } from "../journeys/nameServer.ts";
import { openAccount } from "../running/account.ts";
import { getOverTls } from "./getOverTls.ts";
import { type ComposeProject, composeProject } from "./project.ts";

let project: ComposeProject;
let names: NameServer;
let pebble: Pebble;
let folder: string;

const host = "certified.brand.example";
const redirectorPort = 3001;
const network = z.tuple([
  z.object({ IPAM: z.object({ Config: z.tuple([z.object({ Subnet: z.string(), Gateway: z.string() })]) }) }),
]);
const added = z.object({
  data: z.object({
    _id: z.string(),
    records: z.array(z.object({ type: z.enum(["TXT", "CNAME"]), name: z.string(), value: z.string() })),
  }),
});

/** Starts a CA and a DNS server on the host, at the address by which containers reach the host. */
beforeAll(async () => {
  const stack = inject("compose");
  project = await composeProject(stack);
  folder = mkdtempSync(join(tmpdir(), "hoplog-ca-"));
  const inspected = JSON.parse(await project.docker("network", "inspect", `${stack.name}_default`));
  const [{ Subnet, Gateway }] = network.parse(inspected)[0].IPAM.Config;
  names = await openNameServer(Gateway);
  pebble = await startPebble({ folder, host: Gateway, dns: names.address, httpPort: redirectorPort });
  // The api's container runs as a different user, which must be able to read the CA file.
  chmodSync(folder, 0o755);
  chmodSync(pebble.caFile, 0o644);
  const override = join(folder, "ca.yml");
  writeFileSync(override, `services: { api: { volumes: ["${pebble.caFile}:/ca.crt:ro"] } }\n`);
  const settings = {
    CERTIFICATES: "acme",
    CERTIFICATE_NETWORKS: Subnet,
    DNS_RESOLVERS: names.address,
    ACME_DIRECTORY_URL: pebble.directory,
    ACME_CA_FILE: "/ca.crt",
    ACME_HTTP_PORT: String(redirectorPort),
  };
  const files = ["--file", "docker-compose.yml", "--file", override];
  await project.composeWith(settings, ...files, "up", "--detach", "--wait", "--no-deps", "api");
  const [redirector = ""] = await project.containers("redirector");
  const format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
  const address = await project.docker("inspect", "--format", format, redirector);
  names.addresses.set("localhost", address.trim());
});
afterAll(async () => {
  await project.up("--no-deps", "api");
  await pebble?.stop();
  await names?.close();
  rmSync(folder, { recursive: true });
});

test("a domain gets its certificate from a CA once it is verified, and redirects over TLS", async () => {
  const account = await openAccount(project.url, "certificates@example.com");
  const { _id, records } = added.parse(await account.call("POST", "/api/domains", { name: host })).data;
  for (const { type, name, value } of records) names[type === "TXT" ? "texts" : "aliases"].set(name, value);
  const verified = await account.call("POST", `/api/domains/${_id}/verify`);
  expect(verified).toMatchObject({ data: { state: "verified" } });
  const link = { name: "Sale", originalUrl: "https://example.com/sale" };
  await account.createLink(link, { domain: host, shortUrl: "sale/2026" });

  const port = Number(new URL(project.secureUrl).port);
  const root = await pebble.root();
  await expect
    .poll(() => getOverTls(port, "/sale/2026", host, root).catch(String))
    .toMatchObject({
      status: 302,
      headers: { location: "https://example.com/sale" },
      issuer: expect.stringContaining("Pebble"),
    });
  expect(await account.call("GET", `/api/domains/${_id}`)).toMatchObject({
    data: { certificate: { state: "issued" } },
  });
  await expect(getOverTls(port, "/sale/2026", "other.example", root)).rejects.toThrow();
});
