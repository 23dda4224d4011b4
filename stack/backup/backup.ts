import { hoplogVersion } from "@hoplog/platform/env/version.js";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readSettings } from "../settings.ts";
import { runOnStack } from "./tool.ts";

/** Backs up the running stack and its generated secrets to the folder TO. Returns the exit code. */
export async function backUpStack(root: string): Promise<number> {
  const { dataFolder } = readSettings(process.env, root);
  const to = resolve(root, process.env["TO"] || join("backups", `hoplog-${fileTime(new Date())}`));
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const code = await runOnStack(root, "api/dist/boot/backup.js", { TO: to, HOPLOG_VERSION: versionOf(root) });
  const secrets = join(dataFolder, "secrets.json");
  if (code === 0 && existsSync(secrets))
    writeFileSync(join(to, "secrets.json"), readFileSync(secrets), { mode: 0o600 });
  return code;
}

function fileTime(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(":", "-");
}

/** Returns the Git revision in a clone, otherwise the release version. */
function versionOf(root: string): string {
  const { stdout } = spawnSync("git", ["describe", "--always", "--tags"], { cwd: root, encoding: "utf8" });
  return stdout?.trim() || hoplogVersion;
}
