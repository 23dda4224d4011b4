import { Remark } from "@hoplog/platform/metrics/health.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { openGate } from "@hoplog/platform/testing/gate.js";
import { expect, it, onTestFinished } from "vitest";
import { linkTotals } from "../clicks/counts/linkTotals.ts";
import { testSettings } from "../testing/testApi.ts";
import { openServices } from "./openServices.ts";

it("asks ClickHouse at another address where one is cut off, and starts with one away", async () => {
  const [database, server] = [await freshDatabase(), await freshClickHouse()];
  const target = Number(new URL(server.url).port);
  const [one, two] = [await openGate(target), await openGate(target)];
  const settings = testSettings(database, server);
  const through = (port: number): string => {
    const url = new URL(settings.clickHouse.clickHouseUrl);
    url.port = String(port);
    return url.href;
  };
  const clickHouse = { ...settings.clickHouse, clickHouseUrl: through(one.port), otherUrls: [through(two.port)] };
  one.shut();
  const registry = createRegistry("api");
  const { services, checks, close } = await openServices(
    { ...settings, clickHouse },
    createLogger("api", "silent"),
    registry,
  );
  onTestFinished(async () => {
    await close();
    await Promise.all([one.close(), two.close()]);
    await database.drop();
    await server.drop();
  });
  const ask = () => linkTotals(services.clickhouse, [services.newId()], [services.newId()]);
  const state = () => checks["clickhouse"]?.();
  expect(await ask()).toEqual(new Map());
  expect(await state()).toBeInstanceOf(Remark);
  expect(await state()).toMatchObject({
    text: expect.stringMatching(`^at http://127.0.0.1:${two.port}; .*${one.port}`),
  });
  one.open();
  two.shut();
  expect(await ask()).toEqual(new Map());
  expect(await state()).toMatchObject({
    text: expect.stringMatching(`^at http://127.0.0.1:${one.port}; .*${two.port}`),
  });
  one.shut();
  await expect(ask()).rejects.toThrow(/database is unavailable/);
  await expect(state()).rejects.toThrow(/does not respond at any of the addresses in CLICKHOUSE_URL/);
  two.open();
  expect(await ask()).toEqual(new Map());
  expect(await registry.metrics()).toContain(`address="http://127.0.0.1:${two.port}",service="api"} 1`);
});
