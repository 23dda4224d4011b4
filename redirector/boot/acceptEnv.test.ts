import { tmpdir } from "node:os";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { expect, it } from "vitest";
import { earlyVariables } from "../control/earlyListener.ts";
import { listenerSettings, listenerVariables, readSettings } from "./env.ts";

const base = { DATABASE_URL: "postgres://localhost/hoplog" };
const tls = { SHORT_TLS_PORT: "8443", TLS_CERTIFICATES: tmpdir() };

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings({ ...base, ...env });
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map(({ variable, problem }) => `${variable}: ${problem}`);
  }
}

it.each([
  [{ ...tls, SHORT_TLS_PORT: "0" }, "SHORT_TLS_PORT: expected a port number, 1 to 65535"],
  [{ ...tls, SHORT_TLS_PORT: "3001" }, "SHORT_TLS_PORT: must differ from SHORT_PORT"],
  [
    { SHORT_TLS_PORT: "8443" },
    "SHORT_TLS_PORT: requires TLS_CERTIFICATES, or CERTIFICATE_KEY for certificates that the api requests",
  ],
  [
    { SHORT_TLS_PORT: "8443", CERTIFICATE_KEY: "short" },
    "CERTIFICATE_KEY: expected at least 32 characters, or several such secrets separated by commas",
  ],
  [{ ...tls, TLS_CERTIFICATES: "/no/such/folder" }, "TLS_CERTIFICATES: the folder cannot be read (ENOENT)"],
  [{ ...tls, TLS_CERTIFICATES: process.execPath }, "TLS_CERTIFICATES: the folder cannot be read (ENOTDIR)"],
  [{ TLS_CERTIFICATES: tmpdir() }, "TLS_CERTIFICATES: requires SHORT_TLS_PORT"],
  [{ HTTPS_REDIRECT: "on" }, "HTTPS_REDIRECT: requires SHORT_TLS_PORT"],
  [{ ...tls, HTTPS_REDIRECT: "yes" }, "HTTPS_REDIRECT: expected on or off"],
  [{ HSTS: "300" }, "HSTS: requires SHORT_TLS_PORT"],
  [{ ...tls, HSTS: "1 year" }, "HSTS: expected a whole number, 0 or more"],
  [{ ...tls, HANDSHAKES_PER_ADDRESS: "0" }, "HANDSHAKES_PER_ADDRESS: expected a whole number above 0"],
  [{ PROXY_PROTOCOL: "on" }, "PROXY_PROTOCOL: requires TRUSTED_PROXIES, the proxies whose headers are trusted"],
  [{ STOP_DELAY_MS: "3001" }, "STOP_DELAY_MS: expected at most 3000"],
  [{ PROXY_PROTOCOL: "v2", TRUSTED_PROXIES: "10.0.0.0/8" }, "PROXY_PROTOCOL: expected on or off"],
])("%o is refused by name", (env, problem) => {
  expect(problemsOf(env)).toEqual([problem]);
});

it.each([
  ["https://go.example", 443],
  ["https://go.example:9443", 9443],
  ["http://go.example:3001", 8443],
])("visitors of %s are led to port %i", (SHORT_URL, port) => {
  const settings = readSettings({ ...base, ...tls, HTTPS_REDIRECT: "on", SHORT_URL });
  expect(listenerSettings(settings, "").doors).toMatchObject({ httpsPort: port, tls: { defaultHost: "go.example" } });
});

it("CERTIFICATE_KEY is enough for TLS, and makes none by itself", () => {
  const CERTIFICATE_KEY = `${"k".repeat(32)},${"o".repeat(32)}`;
  const doorsOf = (env: NodeJS.ProcessEnv) => listenerSettings(readSettings({ ...base, ...env }), "").doors;
  expect(doorsOf({ CERTIFICATE_KEY, SHORT_TLS_PORT: "8443" }).tls).toMatchObject({
    certificates: null,
    certificateKeys: CERTIFICATE_KEY.split(","),
  });
  expect(doorsOf({ CERTIFICATE_KEY }).tls).toBeNull();
});

it("without settings there is no TLS", () => {
  expect(listenerSettings(readSettings(base), "").doors).toEqual({
    tls: null,
    httpsPort: null,
    hstsSeconds: null,
    proxyProtocol: false,
  });
});

it("a listener that is started early gets every variable that listeners read", () => {
  expect(earlyVariables.toSorted()).toEqual(Object.keys(listenerVariables).toSorted());
});
