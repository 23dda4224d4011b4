import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { readSettings } from "../settings.ts";
import { serviceDefinitions } from "./definitions.ts";

async function define(env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-definitions-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ports = await loadPorts(folder, []);
  const addresses = { databaseUrl: "", clickHouseUrl: "", api: { host: "127.0.0.1", port: 3000 } };
  const settings = readSettings(env, folder);
  return { ports, services: serviceDefinitions(folder, settings, loadSecrets(folder), ports, addresses, env) };
}

async function redirectorHealth(env: NodeJS.ProcessEnv) {
  const { ports, services } = await define(env);
  return { url: services.redirector.healthUrl, metrics: `http://127.0.0.1:${ports.redirector1}/healthz` };
}

it("bounds the heap of each service, and starts one listener, on a small machine alone", async () => {
  const small = (await define({ SMALL: "on" })).services;
  for (const { flags } of Object.values(small)) expect(flags?.join(" ")).toMatch(/--max-old-space-size=\d+ /);
  expect(small.redirector.env["LISTENERS"]).toBe("1");
  expect(small.api.env["MALLOC_ARENA_MAX"]).toBe("1");
  const usual = (await define({ LISTENERS: "3" })).services;
  for (const { flags } of Object.values(usual)) expect(flags).toEqual([]);
  expect(usual.redirector.env["LISTENERS"]).toBe("3");
});

it("bounds glibc's arenas unless the environment does", async () => {
  expect((await define({})).services.api.env["MALLOC_ARENA_MAX"]).toBe("2");
  expect((await define({ MALLOC_ARENA_MAX: "4" })).services.api.env["MALLOC_ARENA_MAX"]).toBe("4");
});

it("asks a redirector for its health where visitors come, unless a PROXY header may be wanted there", async () => {
  expect((await redirectorHealth({})).url).toBe("http://127.0.0.1:3001/healthz");
  const { url, metrics } = await redirectorHealth({ PROXY_PROTOCOL: "on" });
  expect(url).toBe(metrics);
});
