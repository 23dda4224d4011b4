import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { z } from "zod";

export interface Packed {
  readonly file: string;
  readonly contents: readonly string[];
}

/** A folder that contains only hoplog's published packages, installed from their tarballs. */
export interface Installed {
  readonly folder: string;
  readonly sdk: Packed;
  readonly cli: Packed;
  remove(): void;
}

const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })).length(1);

/** Installs the packages without a registry. */
export function installPacked(): Installed {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-packed-"));
  const pack = (workspace: string): Packed => {
    const text = npm(join(repositoryRoot, workspace), ["pack", "--json", `--pack-destination=${folder}`]);
    const [{ filename, files } = { filename: "", files: [] }] = packed.parse(JSON.parse(text));
    return { file: join(folder, filename), contents: files.map(({ path }) => path) };
  };
  npm(join(repositoryRoot, "sdk"), ["run", "build"]);
  const [sdk, cli] = [pack("sdk"), pack("cli")];
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  mkdirSync(join(folder, "cache"));
  npm(folder, ["install", "--offline", `--cache=${join(folder, "cache")}`, sdk.file, cli.file]);
  return { folder, sdk, cli, remove: () => rmSync(folder, { recursive: true }) };
}

function npm(cwd: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", [...args, "--no-audit", "--no-fund"], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  return stdout;
}
