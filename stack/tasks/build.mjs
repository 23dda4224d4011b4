// Builds what has changed: the TypeScript workspaces (tsc knows by itself), then the web app by the state of its inputs.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = join(root, ".make", "web");
const webInputs = ["web", "schema", "package-lock.json", "tsconfig.base.json"];

run("TypeScript", ["tsc", "-b"]);

const state = stateOf(webInputs);
if (!existsSync(join(root, "web", "dist", "index.html")) || kept() !== state) {
  run("the web app", ["vite", "build", "--logLevel", "warn"], join(root, "web"));
  mkdirSync(join(root, ".make"), { recursive: true });
  writeFileSync(stamp, state);
}

function run(what, [program, ...args], cwd = root) {
  const startedAt = Date.now();
  const { status, error } = spawnSync(join(root, "node_modules", ".bin", program), args, { cwd, stdio: "inherit" });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  if (status !== 0) {
    console.error(`Building ${what} failed.`);
    process.exit(status ?? 1);
  }
  const took = (Date.now() - startedAt) / 1000;
  if (took > 1) console.log(`Built ${what} in ${took.toFixed(1)} s`);
}

function kept() {
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
}

/** A fingerprint of the names and contents of all input files. */
function stateOf(inputs) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) {
        if (name !== "dist" && name !== "node_modules" && name !== ".vite" && !/\.test\.tsx?$/.test(name))
          add(join(path, name));
      }
    } else
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update("\0");
  };
  inputs.forEach(add);
  return hash.digest("hex");
}
