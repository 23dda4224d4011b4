import { freePort } from "@hoplog/platform/process/freePort.js";
import { expect, it, onTestFinished } from "vitest";
import { spawnRedirector } from "../testing/redirectorProcess.ts";
import { link, openTestRedirector, visit } from "../testing/testRedirector.ts";

it("fails its health check before it refuses connections, for STOP_DELAY_MS", async () => {
  const test = await openTestRedirector();
  onTestFinished(() => test.close());
  await test.publish("docs", link);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const stopped = spawnRedirector(test.databaseUrl, test.folder, {
    SHORT_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    STOP_DELAY_MS: "3000",
  });
  onTestFinished(() => void stopped.kill("SIGKILL"));
  const health = async (): Promise<number> =>
    fetch(`http://127.0.0.1:${metricsPort}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  const isAnswered = async (): Promise<number> =>
    visit({ redirector: { port } }, "/docs", { headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(health).toBe(200);
  await expect.poll(isAnswered).toBe(302);

  stopped.kill("SIGTERM");
  await expect.poll(health).toBe(503);
  expect(await isAnswered()).toBe(302);
  await expect.poll(() => stopped.exitCode).toBe(0);
  expect(await isAnswered()).toBe(0);
});
