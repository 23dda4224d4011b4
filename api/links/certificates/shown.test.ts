import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, graphql, openTestApi, signUp } from "../../testing/testApi.ts";
import type { CertificateSettings } from "./settings.ts";

const name = "go.brand.example";

async function open(certificates: CertificateSettings | null) {
  const api = await openTestApi({ settings: { certificates } });
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await api.close();
  });
  const user = await signUp(api);
  const { body } = await call(api, "POST", "/api/domains", { user, body: { name } });
  const id = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
  const field = "{ state notAfter error nextTryAt }";
  return {
    api,
    client,
    verify: () => client.query(sql`UPDATE domain SET state = 'verified' WHERE id = ${id}`),
    async certificate() {
      const rest = await call(api, "GET", `/api/domains/${id}`, { user });
      const query = `query ($id: UUID!) { domain(id: $id) { certificate ${field} } }`;
      const asked = await graphql(api, query, { id }, user);
      const answer = z.object({ certificate: z.record(z.string(), z.unknown()).nullable() });
      const { certificate } = z.object({ data: answer }).parse(rest.body).data;
      const shown = z.object({ data: z.object({ domain: answer }) }).parse(asked.body).data.domain.certificate;
      expect(Object.keys(shown ?? {})).toEqual(Object.keys(certificate ?? {}));
      return certificate;
    },
  };
}

/** Nothing listens at this address. */
const away: CertificateSettings = {
  ca: { directory: "http://127.0.0.1:1/dir", caPem: undefined, email: undefined, binding: null },
  keys: ["a secret that seals certificates in tests"],
  networks: [],
  httpPort: 80,
};

it("a domain has no certificate where none are requested", async () => {
  const test = await open(null);
  await test.verify();
  expect(await test.certificate()).toBeNull();
});

it("a domain says whether it has a certificate, when the next attempt is, and why the last failed", async () => {
  const test = await open(away);
  expect(await test.certificate()).toEqual({ state: "none", notAfter: null, error: null, nextTryAt: null });
  await test.verify();
  await expect.poll(async () => (await test.certificate())?.["state"]).toBe("failed");
  expect(await test.certificate()).toEqual({
    state: "failed",
    notAfter: null,
    error:
      "The certificate authority is temporarily unable to issue certificates. The request is repeated automatically.",
    nextTryAt: expect.any(String),
  });
  const metrics = await test.api.registry.metrics();
  expect(metrics).toMatch(/hoplog_api_certificate_attempts_total\{outcome="failed",service="api"\} [1-9]/);
  await expect
    .poll(() => test.api.registry.metrics())
    .toMatch(/hoplog_api_certificates\{state="failed",service="api"\} 1/);
});
