import { describe, expect, it } from "vitest";
import { defaultRates } from "../kernel/limits/rates.ts";
import { readSettings } from "./env.ts";

const env = {
  DATABASE_URL: "postgres://u:p@127.0.0.1:5432/d",
  CLICKHOUSE_URL: "http://127.0.0.1:8123",
  TOKEN_SECRET: "x".repeat(32),
};

describe("mail", () => {
  it("stays on this machine when nothing is set", () => {
    expect(readSettings(env).mail).toEqual({ by: "mailbox", from: "hoplog <hoplog@localhost>" });
  });

  it.each([{ HOST: "0.0.0.0" }, { HOST: "192.0.2.1" }, { PUBLIC_URL: "https://hop.example" }])(
    "must be set with %j",
    (more) => {
      expect(() => readSettings({ ...env, ...more })).toThrow(/POSTMARK_TOKEN: set it or SMTP_URL/);
      const smtp = { SMTP_URL: "smtp://mail.example:587", MAIL_FROM: "hop@example.com" };
      expect(readSettings({ ...env, ...more, ...smtp }).mail).toMatchObject({ by: "smtp", from: "hop@example.com" });
    },
  );

  const behind = { HOST: "0.0.0.0", BEHIND_PROXY: "on", BIND_ADDRESS: "127.0.0.1" };

  it.each([
    { HOST: "::1" },
    { HOST: "localhost" },
    behind,
    { ...behind, BIND_ADDRESS: "[::1]" },
    { TRUSTED_PROXIES: "127.0.0.1", BIND_ADDRESS: "127.0.0.1" },
  ])("stays inside where this machine alone reaches what listens: %j", (more) => {
    expect(readSettings({ ...env, ...more }).mail).toMatchObject({ by: "mailbox" });
  });

  it.each([
    [{ ...behind, PUBLIC_URL: "https://hop.example" }, "PUBLIC_URL is not on this machine"],
    [{ ...behind, BIND_ADDRESS: "0.0.0.0" }, "the proxy's BIND_ADDRESS is not a loopback address"],
    [{ ...behind, BIND_ADDRESS: "[::]" }, "the proxy's BIND_ADDRESS is not a loopback"],
    [{ ...behind, BIND_ADDRESS: "192.0.2.1" }, "the proxy's BIND_ADDRESS is not a loopback"],
    [{ ...behind, BIND_ADDRESS: "127.0.0.1.example" }, "the proxy's BIND_ADDRESS is not a loopback"],
    [{ ...behind, BIND_ADDRESS: "elsewhere.localhost" }, "the proxy's BIND_ADDRESS is not a loopback"],
    [{ ...behind, BIND_ADDRESS: "" }, "the proxy's BIND_ADDRESS is not set"],
    [{ TRUSTED_PROXIES: "127.0.0.1" }, "the proxy's BIND_ADDRESS is not set"],
    [{ TRUSTED_PROXIES: "127.0.0.1", BIND_ADDRESS: "0.0.0.0" }, "the proxy's BIND_ADDRESS is not a loopback"],
    [{ HOST: "0.0.0.0", BIND_ADDRESS: "127.0.0.1" }, "HOST is not a loopback address"],
    [{ HOST: "elsewhere.localhost" }, "HOST is not a loopback address"],
  ])("must be set where others may reach it, whatever PUBLIC_URL says: %j", (more, reason) => {
    expect(() => readSettings({ ...env, ...more })).toThrow(
      `POSTMARK_TOKEN: set it or SMTP_URL: without a mail service, other machines must not be able to reach the app (${reason}`,
    );
    const smtp = { SMTP_URL: "smtp://mail.example:587", MAIL_FROM: "hop@example.com" };
    expect(readSettings({ ...env, ...more, ...smtp }).mail).toMatchObject({ by: "smtp" });
  });

  it("goes by Postmark", () => {
    const more = { POSTMARK_TOKEN: "t", MAIL_FROM: "hop@example.com" };
    expect(readSettings({ ...env, ...more }).mail).toEqual({
      by: "postmark",
      token: "t",
      apiUrl: "https://api.postmarkapp.com",
      from: "hop@example.com",
    });
  });

  it.each([
    [{ POSTMARK_TOKEN: "t" }, /MAIL_FROM: must be set/],
    [{ SMTP_URL: "smtp://a", MAIL_FROM: "a@b.c", POSTMARK_TOKEN: "t" }, /SMTP_URL: set either/],
    [{ SMTP_URL: "mail.example.com:25" }, /SMTP_URL: expected a URL/],
  ])("refuses %j", (more, problem) => {
    expect(() => readSettings({ ...env, ...more })).toThrow(problem);
  });
});

describe("Google", () => {
  it("is off until both are set", () => {
    expect(readSettings(env).google).toBeNull();
    expect(readSettings({ ...env, OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" }).google).toEqual({
      issuer: "https://accounts.google.com",
      name: "Google",
      clientId: "id",
      clientSecret: "secret",
      redirectUri: "http://localhost:3000/api/auth/google/callback",
    });
  });

  it.each([
    [{ OIDC_CLIENT_ID: "id" }, /OIDC_CLIENT_SECRET: must be set/],
    [{ OIDC_CLIENT_SECRET: "secret" }, /OIDC_CLIENT_ID: must be set/],
  ])("refuses %j", (more, problem) => {
    expect(() => readSettings({ ...env, ...more })).toThrow(problem);
  });
});

describe("limits", () => {
  it("have defaults, can be set one by one, and all be turned off", () => {
    expect(readSettings(env).rates).toEqual(defaultRates);
    expect(readSettings({ ...env, RATE_LIMIT_LOGIN: "3/2h" }).rates).toMatchObject({
      ...defaultRates,
      login: { points: 3, seconds: 7200 },
    });
    expect(readSettings({ ...env, RATE_LIMITS: "off" }).rates).toBeNull();
  });

  it.each(["10", "0/1m", "10/0m", "10/m", "10/1d", "-1/1s"])("refuse %j", (value) => {
    expect(() => readSettings({ ...env, RATE_LIMIT_API: value })).toThrow(
      /RATE_LIMIT_API: expected a count and a duration/,
    );
  });
});

describe("LANDING", () => {
  it("is full unless given, and nothing unknown", () => {
    expect(readSettings(env)).toMatchObject({ LANDING: "full" });
    expect(readSettings({ ...env, LANDING: "plain" })).toMatchObject({ LANDING: "plain" });
    expect(() => readSettings({ ...env, LANDING: "none" })).toThrow("LANDING");
  });
});

describe("the settings of domains", () => {
  it("are lists, empty unless given", () => {
    expect(readSettings(env)).toMatchObject({ SHORT_HOSTS: [], DNS_RESOLVERS: [], DOMAIN_ADDRESSES: [] });
    const given = {
      SHORT_HOSTS: "Go.Example.com, alt.example",
      DNS_RESOLVERS: "9.9.9.9, 127.0.0.1:5353,[2620:fe::fe]:53,2620:fe::9",
      DOMAIN_ADDRESSES: "203.0.113.7, 2001:DB8:0::7",
    };
    expect(readSettings({ ...env, ...given })).toMatchObject({
      SHORT_HOSTS: ["go.example.com", "alt.example"],
      DNS_RESOLVERS: ["9.9.9.9", "127.0.0.1:5353", "[2620:fe::fe]:53", "2620:fe::9"],
      DOMAIN_ADDRESSES: ["203.0.113.7", "2001:db8::7"],
    });
  });

  it.each([
    ["DNS_RESOLVERS", "dns.example"],
    ["DNS_RESOLVERS", "127.0.0.1:0"],
    ["DNS_RESOLVERS", "127.0.0.1:x"],
    ["DOMAIN_ADDRESSES", "hop.example"],
    ["DOMAIN_ADDRESSES", "203.0.113.7:80"],
  ])("%s refuses %s", (variable, value) => {
    expect(() => readSettings({ ...env, [variable]: value })).toThrow(variable);
  });
});

describe("AUDIT_RETENTION_DAYS", () => {
  it("is a year unless set", () => {
    expect(readSettings(env).AUDIT_RETENTION_DAYS).toBe(365);
    expect(readSettings({ ...env, AUDIT_RETENTION_DAYS: "30" }).AUDIT_RETENTION_DAYS).toBe(30);
  });

  it.each(["29", "0", "-1", "x", "1e3", "36501"])("can't be %j", (value) => {
    expect(() => readSettings({ ...env, AUDIT_RETENTION_DAYS: value })).toThrow("AUDIT_RETENTION_DAYS");
  });
});
