import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import { certificatePurpose, pemPairSchema } from "@hoplog/schema/topics/links/certificates.js";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  certificateSecret,
  type CertificateTest,
  openCertificateTest,
  verifiedDomain,
} from "../../testing/certificates.ts";
import { openLimitingCa, type LimitingCa } from "../../testing/limitingCa.ts";
import { call, signUp } from "../../testing/testApi.ts";

const host = "go.brand.example";
const sealer = createSealer([certificateSecret], certificatePurpose, randomBytes);

/** Decrypts a certificate as a redirector does. */
function opened({ published }: CertificateTest, name = host) {
  const record = published.get(name);
  const text = record && sealer.open(name, Buffer.from(record.sealed, "base64"));
  const { chain, key } = pemPairSchema.parse(JSON.parse(text ?? "null"));
  return { certificate: new X509Certificate(chain), key: createPrivateKey(key), notAfter: record?.notAfter };
}

async function issued(test: CertificateTest, name = host): Promise<void> {
  const state = async () =>
    test.published.has(name) ? "published" : `not published: ${(await test.row(name))?.error}`;
  await expect.poll(state).toBe("published");
}

async function errorOf(test: CertificateTest, name = host): Promise<string> {
  await expect.poll(async () => (await test.row(name))?.error ?? null).not.toBeNull();
  return (await test.row(name))?.error ?? "";
}

async function reasonOf({ client }: CertificateTest): Promise<string> {
  const { rows } = await client.query<{ reason: string }>("SELECT pause_reason AS reason FROM acme_account");
  return rows[0]?.reason ?? "";
}

async function pauseOf({ client }: CertificateTest): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    "SELECT coalesce(extract(epoch FROM paused_until - now()), 0)::float8 AS seconds FROM acme_account",
  );
  return rows[0]?.seconds ?? 0;
}

describe("a host's certificate", () => {
  it("is issued once its domain is verified, is in the log sealed, and goes with the domain", async () => {
    const test = await openCertificateTest();
    const user = await signUp(test.api);
    const id = await verifiedDomain(test, user, host);
    await issued(test);
    const { certificate, key, notAfter } = opened(test);
    expect(certificate.checkHost(host)).toBe(host);
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(certificate.validToDate.toISOString()).toBe(notAfter);
    const row = await test.row(host);
    const [from, to, next] = [row?.not_before, row?.not_after, row?.next_at].map(Number);
    expect(((next ?? 0) - (from ?? 0)) / ((to ?? 0) - (from ?? 0))).toBeCloseTo(2 / 3, 5);
    expect(row).toMatchObject({ error: null, failures: 0, order_url: null });
    expect(row?.sealed?.includes("PRIVATE KEY")).toBe(false);
    await expect.poll(() => test.challenges.size).toBe(0);
    const keys = await test.client.query(
      "SELECT FROM event WHERE data::text LIKE '%BEGIN%' OR meta::text LIKE '%BEGIN%'",
    );
    expect(keys.rowCount).toBe(0);

    const shown = await call(test.api, "GET", `/api/domains/${id}`, { user });
    expect(shown.body).toMatchObject({
      data: { certificate: { state: "issued", notAfter, error: null, nextTryAt: row?.next_at.toISOString() } },
    });

    await call(test.api, "DELETE", `/api/domains/${id}`, { user });
    await expect.poll(() => test.published.has(host)).toBe(false);
    await expect.poll(() => test.row(host)).toBeUndefined();
  });

  it("is renewed when its time has come, also by a CA that refuses a fifth of all nonces", async () => {
    const test = await openCertificateTest({ nonceReject: 20 });
    await test.serve(host);
    await issued(test);
    const first = opened(test).certificate.serialNumber;
    await test.hurry();
    await expect.poll(() => opened(test).certificate.serialNumber).not.toBe(first);
  });

  it("is had from a CA that wants accounts to be bound, and not without the binding", async () => {
    const key = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W";
    const bindings = { "kid-1": key };
    const bound = await openCertificateTest({
      bindings,
      settings: async (direct) => ({ ...direct, ca: { ...direct.ca, binding: { keyId: "kid-1", key } } }),
    });
    await bound.serve(host);
    await issued(bound);
    const unbound = await openCertificateTest({ bindings });
    await unbound.serve(host);
    const away =
      "The certificate authority is temporarily unable to issue certificates. The request is repeated automatically.";
    expect(await errorOf(unbound)).toBe(away);
    expect(await reasonOf(unbound)).toContain("externalAccountBinding");
    expect(await pauseOf(unbound)).toBeGreaterThan(60);
  });

  it("isn't asked for where the host leads elsewhere or CAA forbids it, and is once that is mended", async () => {
    const test = await openCertificateTest();
    test.dns.zones.set("brand.example", { CAA: [{ flags: 0, tag: "issue", value: "other.example" }] });
    await test.serve(host, "astray.example");
    test.dns.zones.set("astray.example", { A: ["127.0.0.2"] });
    expect(await errorOf(test)).toBe(
      'CAA records allow only other.example to issue certificates. Add the record: brand.example CAA 0 issue "pebble.letsencrypt.org"',
    );
    expect(await errorOf(test, "astray.example")).toMatch(
      /^http:\/\/astray\.example:\d+\/\.well-known\/acme-challenge\/\S+ is unreachable .* must reach this service/,
    );
    test.dns.zones.set("brand.example", { CAA: [{ flags: 0, tag: "issue", value: "pebble.letsencrypt.org" }] });
    test.dns.zones.set("astray.example", { A: ["127.0.0.1"] });
    await test.hurry();
    await issued(test);
    await issued(test, "astray.example");
  });

  it("comes from a new account and order after the CA was away and has forgotten the old ones", async () => {
    const test = await openCertificateTest();
    await test.serve(host);
    test.dns.zones.set(host, { A: ["127.0.0.2"] });
    await errorOf(test);
    expect((await test.row(host))?.order_url).not.toBeNull();
    await test.pebble.stop();
    await test.hurry();
    await expect.poll(() => reasonOf(test)).toContain("is unreachable");
    expect(await pauseOf(test)).toBeGreaterThan(10);
    await test.pebble.start();
    test.dns.zones.set(host, { A: ["127.0.0.1"] });
    const isPublished = async () => {
      await test.hurry();
      return test.published.has(host);
    };
    await expect.poll(isPublished, { interval: 1000 }).toBe(true);
  });

  it("is resealed after a rotation of CERTIFICATE_KEY, and asked for anew where no key opens it", async () => {
    const test = await openCertificateTest({ requests: false });
    await test.serve(host);
    const started = async (...keys: string[]) => {
      const api = await test.reopen({ ...test.certificates, keys });
      await issued(test);
      return api;
    };
    const first = await started(certificateSecret);
    const { serialNumber } = opened(test).certificate;
    const sealedBy = async (secret: string) => {
      const sealed = (await test.row(host))?.sealed;
      return sealed ? createSealer([secret], certificatePurpose, randomBytes).open(host, sealed) !== null : false;
    };
    await first.close();
    const [next, last] = ["a second secret that seals certificates", "a third secret that seals certificates"];
    const rotated = await started(next, certificateSecret);
    await expect.poll(() => sealedBy(next)).toBe(true);
    await rotated.close();
    const before = await test.row(host);
    const other = await test.reopen({ ...test.certificates, keys: [last] });
    await expect.poll(() => sealedBy(last)).toBe(true);
    expect((await test.row(host))?.not_before?.getTime()).toBeGreaterThanOrEqual(before?.not_before?.getTime() ?? 0);
    const sealed = (await test.row(host))?.sealed ?? Buffer.alloc(0);
    const text = createSealer([last], certificatePurpose, randomBytes).open(host, sealed) ?? "null";
    const { chain } = pemPairSchema.parse(JSON.parse(text));
    expect(new X509Certificate(chain).serialNumber).not.toBe(serialNumber);
    await other.close();
  });
});

it("an api that is killed while the CA validates leaves nothing behind that the next one does not end", async () => {
  const test = await openCertificateTest({ requests: false, validationSeconds: 4 });
  await test.serve(host);
  const killed = test.spawnApi();
  await expect.poll(() => test.challenges.size).toBe(1);
  // The process, which is killed below, stores its order before it publishes the challenge.
  await expect.poll(async () => (await test.row(host))?.order_url ?? null).not.toBeNull();
  const order = (await test.row(host))?.order_url;
  const [left] = test.challenges;
  await killed.kill();
  expect(test.published.has(host)).toBe(false);
  const next = test.spawnApi();
  await issued(test);
  expect(opened(test).certificate.checkHost(host)).toBe(host);
  expect(order).not.toBeUndefined();
  await expect.poll(() => test.challenges.has(left ?? "")).toBe(false);
  expect((await test.client.query("SELECT FROM acme_challenge")).rowCount).toBe(0);
  expect((await test.client.query("SELECT FROM acme_account")).rowCount).toBe(1);
  await next.kill();
});

describe("a CA with limits", () => {
  async function openLimited() {
    const opening = Promise.withResolvers<LimitingCa>();
    const test = await openCertificateTest({
      settings: async (direct, pebble) => {
        const ca = await openLimitingCa(pebble);
        onTestFinished(() => ca.close());
        opening.resolve(ca);
        return { ...direct, ca: { ...direct.ca, directory: ca.directory } };
      },
    });
    return { test, ca: await opening.promise };
  }
  const limit = { path: "/order-plz", status: 429, type: "rateLimited", retryAfter: "7200" };

  it("is left alone for as long as it says, for all hosts", async () => {
    const { test, ca } = await openLimited();
    ca.refuse({ ...limit, detail: "too many new orders recently" });
    await test.serve("a.example", "b.example", "c.example", "d.example");
    await expect.poll(() => pauseOf(test)).toBeGreaterThan(7100);
    // A host gets its row at the start of a turn, after the previous turn has ended.
    const turn = async (name: string) => {
      await test.serve(name);
      await expect.poll(async () => (await test.row(name)) !== undefined).toBe(true);
    };
    await turn("e.example");
    const asked = ca.count(limit.path);
    await turn("f.example");
    expect([(await test.row("e.example"))?.error, ca.count(limit.path)]).toEqual([null, asked]);
    ca.refuse(null);
    await test.hurry();
    for (const name of ["a", "b", "c", "d", "e", "f"]) await issued(test, `${name}.example`);
  });

  it("is asked for other hosts where its limit is one domain's", async () => {
    const { test, ca } = await openLimited();
    ca.refuse({ ...limit, detail: 'too many certificates already issued for "brand.example"' });
    await test.serve(host);
    expect(await errorOf(test)).toContain("too many certificates");
    expect(Number((await test.row(host))?.next_at)).toBeGreaterThan(Date.now() + 7_100_000);
    expect(await pauseOf(test)).toBe(0);
    ca.refuse(null);
    await test.serve("other.example");
    await issued(test, "other.example");
  });

  it("that fails is tried again later", async () => {
    const { test, ca } = await openLimited();
    ca.refuse({ path: "/finalize-order/", status: 500, type: "serverInternal", detail: "the HSM is away" });
    await test.serve(host);
    expect(await errorOf(test)).toBe(
      "The certificate authority is temporarily unable to issue certificates. The request is repeated automatically.",
    );
    expect(await reasonOf(test)).toBe("The certificate authority rejected the request: the HSM is away");
    const order = (await test.row(host))?.order_url;
    expect([order === null, (await pauseOf(test)) > 30]).toEqual([false, true]);
    ca.refuse(null);
    await test.hurry();
    await issued(test);
    // The order was ready: it was finalized, and no second one was created.
    expect(ca.count("/order-plz")).toBe(1);
  });
});

/** Number of domains with certificates. `make test-certificates` uses more than `make test`. */
const hostCount = Number(process.env["CERTIFIED_HOSTS"] ?? 100);

it("certificates of many domains are issued by one api, once each", async () => {
  const test = await openCertificateTest();
  const hosts = Array.from({ length: hostCount }, (_, n) => `go.brand-${n}.example`);
  await test.serve(...hosts);
  await expect.poll(() => test.published.size, { timeout: 220_000, interval: 500 }).toBe(hostCount);
  const { rows } = await test.client.query("SELECT FROM host_certificate WHERE error IS NOT NULL OR revision <> 1");
  expect(rows).toHaveLength(0);
  await expect.poll(() => test.challenges.size).toBe(0);
});
