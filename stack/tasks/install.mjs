// Installs the packages of a folder, by default the repository, unless they already match its package-lock.json. Runs
// none of their install scripts.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed.mjs";

const root = resolve(fileURLToPath(new URL("../..", import.meta.url)), process.argv[2] ?? ".");

if (!isInstalled(root)) {
  console.log("Installing packages (npm ci); the first time takes a minute or two");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = spawnSync("npm", ["ci", ...options], { cwd: root, stdio: "inherit" });
  if (npm.error) console.error(`Cannot start npm: ${npm.error.message}`);
  if (npm.status !== 0) process.exit(npm.status ?? 1);
}
