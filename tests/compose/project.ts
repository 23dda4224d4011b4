import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";

const exec = promisify(execFile);

/** Parameters that differ between the tests' Docker Compose projects. */
export interface ComposeStack {
  readonly name: string;
  readonly folder: string;
  /** Settings in addition to the secrets, which are in the folder's file `env`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A Docker Compose project with its own name, ports and secrets. Everything is removed afterwards. */
export interface ComposeProject {
  readonly url: string;
  /** URL with TLS, if a test has set up certificates. */
  readonly secureUrl: string;
  /** URL of ClickHouse, with user and password. */
  readonly clickHouseUrl: string;
  /** Starts services, all by default, and resolves when they are healthy. */
  up(...options: string[]): Promise<string>;
  compose(...command: string[]): Promise<string>;
  /** Runs `docker compose` with other settings and further compose files. */
  composeWith(settings: Record<string, string>, ...command: string[]): Promise<string>;
  /** Returns the running containers of a service. */
  containers(service: string): Promise<string[]>;
  docker(...command: string[]): Promise<string>;
  clear(): Promise<void>;
}

/** Contains every kind of special character that a password may have. */
export const analystPassword = 'it\'s $a "b" #c & <d>';

export async function newComposeStack(): Promise<ComposeStack> {
  const name = `hoplog-test-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  await exec(process.execPath, ["stack/tasks/env.mjs", join(folder, "env")], {
    cwd: repositoryRoot,
    env: { ...process.env, ANALYST_PASSWORD: analystPassword },
  });
  const names = ["HTTP_PORT", "HTTPS_PORT", "CLICKHOUSE_HTTP_PORT", "CLICKHOUSE_TCP_PORT"];
  const ports: [string, string][] = [];
  for (const variable of names) ports.push([variable, String(await freePort())]);
  return { name, folder, settings: { ...Object.fromEntries(ports), RATE_LIMITS: "off" } };
}

export async function composeProject({ name, folder, settings }: ComposeStack): Promise<ComposeProject> {
  const run = async (command: string[], more: Record<string, string> = {}): Promise<string> => {
    const env = { ...process.env, ...settings, ...more };
    const { stdout, stderr } = await exec("docker", command, { cwd: repositoryRoot, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  };
  const prefix = ["compose", "--project-name", name, "--env-file", join(folder, "env")];
  const compose = (...command: string[]) => run([...prefix, ...command]);
  const config = JSON.parse(await compose("config", "--format", "json"));
  const password = config.services.clickhouse.environment.CLICKHOUSE_PASSWORD;
  return {
    url: `http://localhost:${settings["HTTP_PORT"]}`,
    secureUrl: `https://localhost:${settings["HTTPS_PORT"]}`,
    clickHouseUrl: `http://hoplog:${password}@127.0.0.1:${settings["CLICKHOUSE_HTTP_PORT"]}`,
    compose,
    composeWith: (more, ...command) => run([...prefix, ...command], more),
    docker: (...command) => run(command),
    up: (...options) => compose("up", "--detach", "--wait", "--wait-timeout", "240", ...options),
    containers: async (service) => (await compose("ps", "--quiet", service)).split("\n").filter(Boolean),
    async clear() {
      await compose("down", "--volumes", "--remove-orphans", "--rmi", "local", "--timeout", "20");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
