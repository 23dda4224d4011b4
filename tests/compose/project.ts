import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@hoplog/stack/processes/ports.js";
import { repositoryRoot } from "@hoplog/stack/root.js";

const exec = promisify(execFile);

/** A project of docker compose with a name, ports and secrets of its own, which leaves nothing behind. */
export interface ComposeProject {
  readonly url: string;
  /** With user and password. */
  readonly clickHouseUrl: string;
  /** Starts everything, and resolves when it is healthy. */
  up(...options: string[]): Promise<string>;
  compose(...command: string[]): Promise<string>;
  /** The containers of a service that run now. */
  containers(service: string): Promise<string[]>;
  docker(...command: string[]): Promise<string>;
  clear(): Promise<void>;
}

export async function composeProject(): Promise<ComposeProject> {
  const name = `hoplog-test-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const envFile = join(folder, "env");
  await exec(process.execPath, ["stack/tasks/env.mjs", envFile], { cwd: repositoryRoot });
  const [http, clickHouse, tcp] = [await freePort(), await freePort(), await freePort()];
  const env = {
    ...process.env,
    HTTP_PORT: String(http),
    CLICKHOUSE_HTTP_PORT: String(clickHouse),
    CLICKHOUSE_TCP_PORT: String(tcp),
    RATE_LIMITS: "off",
  };
  const run = async (...command: string[]): Promise<string> => {
    const { stdout, stderr } = await exec("docker", command, { cwd: repositoryRoot, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  };
  const compose = (...command: string[]) => run("compose", "--project-name", name, "--env-file", envFile, ...command);
  const config = JSON.parse(await compose("config", "--format", "json"));
  const password = config.services.clickhouse.environment.CLICKHOUSE_PASSWORD;
  return {
    url: `http://localhost:${http}`,
    clickHouseUrl: `http://hoplog:${password}@127.0.0.1:${clickHouse}`,
    compose,
    docker: run,
    up: (...options) => compose("up", "--detach", "--wait", "--wait-timeout", "240", ...options),
    containers: async (service) => (await compose("ps", "--quiet", service)).split("\n").filter(Boolean),
    async clear() {
      await compose("down", "--volumes", "--remove-orphans", "--rmi", "local", "--timeout", "20");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
