import { spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs a service in a separate process; `body` is the body of the start function and can use `logger` and `ending`. */
function run(body: string, env: NodeJS.ProcessEnv = {}, stdio: StdioOptions = ["ignore", "pipe", "pipe", "ipc"]) {
  const program = `
    import { runService } from "./runService.ts";
    import { parseEnv } from "../env/parseEnv.ts";
    import { port } from "../env/pieces.ts";
    import { z } from "zod";
    const keepAlive = setInterval(() => {}, 1000);
    runService("probe", async ({ logger, ending }) => { ${body} });`;
  const child = spawn(
    process.execPath,
    ["--conditions=hoplog-source", "--input-type=module-typescript", "--eval", program],
    { cwd: here, stdio, env: { ...process.env, LOG_LEVEL: "info", ...env } },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const { stdout, stderr } = child;
  const outputs = [stdout, stderr].filter((output) => output !== null);
  let text = "";
  for (const output of outputs) output.on("data", (data) => (text += String(data)));
  /**
   * Resolves with the exit code once the output has ended too. The event "close" would do both, but is not emitted
   * after we `disconnect`.
   */
  async function exitCode(): Promise<number | null> {
    const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    await Promise.all([exited, ...outputs.map((output) => finished(output))]);
    return child.exitCode;
  }
  return { child, text: () => text, exitCode };
}

const stoppable = `return { stop: async () => { logger.info("stop ran"); } };`;

it.each(["SIGTERM", "SIGINT"] as const)("stops once on %s and exits with 0", async (signal) => {
  const { child, text, exitCode } = run(stoppable);
  await expect.poll(text).toContain('"started"');
  child.kill(signal);
  child.kill(signal);
  expect(await exitCode()).toBe(0);
  expect(text().match(/stop ran/g)).toHaveLength(1);
});

it("stops when its supervisor is gone", async () => {
  const { child, text, exitCode } = run(stoppable);
  await expect.poll(text).toContain('"started"');
  child.disconnect();
  expect(await exitCode()).toBe(0);
  expect(text()).toContain("stop ran");
});

it("gives a start that is still waiting the signal to end", async () => {
  const { child, text, exitCode } = run(`
    logger.info("waiting");
    await new Promise((_, reject) => ending.addEventListener("abort", () => reject(ending.reason)));
    ${stoppable}`);
  await expect.poll(text).toContain("waiting");
  child.kill("SIGTERM");
  expect(await exitCode()).toBe(0);
});

it("exits with 1 when the start fails", async () => {
  const { text, exitCode } = run(`throw new Error("no database");`);
  expect(await exitCode()).toBe(1);
  expect(text()).toContain("no database");
});

it.each([
  ["an unhandled rejection", `Promise.reject(new Error("boom"));`],
  ["an uncaught exception", `setImmediate(() => { throw new Error("boom"); });`],
])("exits with 1 on %s", async (_name, trouble) => {
  const { text, exitCode } = run(`${trouble} ${stoppable}`);
  expect(await exitCode()).toBe(1);
  expect(text()).toMatch(/"level":"fatal".*boom/);
});

it("prints bad settings plainly and exits with 78", async () => {
  const { text, exitCode } = run(`parseEnv(z.object({ APP_PORT: port }), { APP_PORT: "x" }); ${stoppable}`);
  expect(await exitCode()).toBe(78);
  expect(text()).toBe("probe: Invalid settings:\n  APP_PORT: expected a port number, 1 to 65535\n");
});

it("refuses an unknown LOG_LEVEL", async () => {
  const { text, exitCode } = run(stoppable, { LOG_LEVEL: "loud" });
  expect(await exitCode()).toBe(78);
  expect(text()).toContain("LOG_LEVEL: expected one of fatal, error");
});

it("exits with 1 when a stop hangs", async () => {
  const { child, text, exitCode } = run(`return { stop: () => new Promise(() => {}) };`);
  await expect.poll(text).toContain('"started"');
  child.kill("SIGTERM");
  expect(await exitCode()).toBe(1);
  expect(text()).toContain("did not stop within");
}, 15_000);

it("goes on while neither log nor warnings can be written", async () => {
  const unwritable = openSync(fileURLToPath(import.meta.url), "r");
  onTestFinished(() => closeSync(unwritable));
  const body = `
    logger.info("a line for nobody");
    process.emitWarning("a warning for nobody");
    setImmediate(() => process.send("runs"));
    ${stoppable}`;
  const { child, exitCode } = run(body, {}, ["ignore", unwritable, unwritable, "ipc"]);
  expect(await once(child, "message")).toEqual(["runs", undefined]);
  child.kill("SIGTERM");
  expect(await exitCode()).toBe(0);
});
