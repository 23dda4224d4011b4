import { expect, it, onTestFinished } from "vitest";
import { Counter } from "prom-client";
import { healthReport, type HealthChecks } from "./health.ts";
import { createRegistry } from "./registry.ts";
import { serveOps } from "./serveOps.ts";

async function serve(checks: HealthChecks) {
  const registry = createRegistry("ingest");
  const ops = await serveOps({ port: 0, host: "127.0.0.1", registry, health: () => healthReport(checks, 100) });
  onTestFinished(() => ops.close());
  return { registry, port: ops.port, url: `http://127.0.0.1:${ops.port}` };
}

it("says 200 with the state of each part when all are well", async () => {
  const { url } = await serve({ log: async () => {} });
  const response = await fetch(`${url}/healthz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ healthy: true, parts: { log: "ok" } });
});

it("says 503 and which part fails, also when one never answers", async () => {
  const { url } = await serve({
    log: async () => {},
    clickhouse: () => Promise.reject(new Error("connect ECONNREFUSED")),
    bus: () => new Promise(() => {}),
  });
  const response = await fetch(`${url}/healthz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    healthy: false,
    parts: { log: "ok", clickhouse: "connect ECONNREFUSED", bus: "no answer within 100 ms" },
  });
});

it("serves metrics with the service's name on every series", async () => {
  const { url, registry } = await serve({});
  new Counter({ name: "clicks_total", help: "Clicks", registers: [registry] }).inc(3);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('clicks_total{service="ingest"} 3');
  expect(text).toContain("process_resident_memory_bytes");
});

it("refuses other paths and methods", async () => {
  const { url } = await serve({});
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
});

it("rejects when the port is taken", async () => {
  const { port, registry } = await serve({});
  const again = serveOps({ port, host: "127.0.0.1", registry, health: () => healthReport({}) });
  await expect(again).rejects.toThrow(/EADDRINUSE/);
});
