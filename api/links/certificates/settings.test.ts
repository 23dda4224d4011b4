import { describe, expect, it } from "vitest";
import { readSettings } from "../../boot/env.ts";
import { ownCertificateHosts } from "./settings.ts";

const env = {
  DATABASE_URL: "postgres://u:p@127.0.0.1:5432/d",
  CLICKHOUSE_URL: "http://127.0.0.1:8123",
  TOKEN_SECRET: "x".repeat(32),
};
const secret = "s".repeat(32);
const acme = { CERTIFICATES: "acme", CERTIFICATE_KEY: secret };
const settingsOf = (more: NodeJS.ProcessEnv) => readSettings({ ...env, ...more }).certificates;

describe("certificates", () => {
  it("are requested only where the operator says so, of Let's Encrypt unless another CA is named", () => {
    expect(settingsOf({ CERTIFICATE_KEY: secret })).toBeNull();
    expect(settingsOf(acme)).toEqual({
      ca: {
        directory: "https://acme-v02.api.letsencrypt.org/directory",
        caPem: undefined,
        email: undefined,
        binding: null,
      },
      keys: [secret],
      networks: [],
      httpPort: 80,
    });
  });

  it("take keys of a rotation, and the CA's binding", () => {
    const next = "n".repeat(40);
    const more = { ...acme, CERTIFICATE_KEY: `${next}, ${secret}`, ACME_EAB_KEY_ID: "kid", ACME_EAB_KEY: "a-b_c" };
    expect(settingsOf(more)).toMatchObject({ keys: [next, secret], ca: { binding: { keyId: "kid", key: "a-b_c" } } });
  });

  it.each([
    [{ CERTIFICATES: "on" }, "CERTIFICATES: expected off or acme"],
    [{ CERTIFICATES: "acme" }, "CERTIFICATE_KEY: must be set if CERTIFICATES=acme"],
    [{ ...acme, CERTIFICATE_KEY: "short" }, "CERTIFICATE_KEY: expected at least 32 characters"],
    [{ ...acme, CERTIFICATE_KEY: `${secret},short` }, "CERTIFICATE_KEY: expected at least 32 characters"],
    [{ ...acme, ACME_DIRECTORY_URL: "ca.example" }, "ACME_DIRECTORY_URL: expected a URL"],
    [{ ...acme, ACME_CA_FILE: "/nowhere.pem" }, "ACME_CA_FILE: can't read the file (ENOENT)"],
    [{ ...acme, ACME_EMAIL: "me" }, "ACME_EMAIL: expected an email address"],
    [{ ...acme, ACME_EAB_KEY: "abc" }, "ACME_EAB_KEY_ID: must be set together with ACME_EAB_KEY"],
    [{ ...acme, ACME_EAB_KEY_ID: "kid" }, "ACME_EAB_KEY: must be set together with ACME_EAB_KEY_ID"],
    [{ ...acme, ACME_EAB_KEY_ID: "kid", ACME_EAB_KEY: "a b" }, "ACME_EAB_KEY: expected base64url"],
    [{ ...acme, CERTIFICATE_NETWORKS: "here" }, "CERTIFICATE_NETWORKS: expected networks"],
  ])("are refused by name with %j", (more, problem) => {
    expect(() => settingsOf(more)).toThrow(problem);
  });

  it.each([
    ["https://go.example.com/", [], ["go.example.com"]],
    ["http://localhost:3001", ["go.example.com", "intranet"], ["go.example.com"]],
    ["http://127.0.0.1", ["app.localhost"], []],
    ["http://[::1]:80", [], []],
  ])("of %s and %j are for %j", (shortUrl, shortHosts, hosts) => {
    expect(ownCertificateHosts({ shortUrl, shortHosts })).toEqual(hosts);
  });
});
