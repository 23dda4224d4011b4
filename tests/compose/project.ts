import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";

const exec = promisify(execFile);

/** What tells one project of docker compose from another. */
export interface ComposeStack {
  readonly name: string;
  readonly folder: string;
  /** Beside the secrets, which are in the folder's file `env`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A project of docker compose with a name, ports and secrets of its own, which leaves nothing behind. */
export interface ComposeProject {
  readonly url: string;
  /** The same over TLS, where a test has set certificates up. */
  readonly secureUrl: string;
  /** With user and password. */
  readonly clickHouseUrl: string;
  /** Starts everything, and resolves when it is healthy. */
  up(...options: string[]): Promise<string>;
  compose(...command: string[]): Promise<string>;
  /** The same with other settings, and with further compose files. */
  composeWith(settings: Record<string, string>, ...command: string[]): Promise<string>;
  /** The containers of a service that run now. */
  containers(service: string): Promise<string[]>;
  docker(...command: string[]): Promise<string>;
  clear(): Promise<void>;
}

/** Every kind of character that somebody may put into a password. */
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
