// Builds what has changed: the TypeScript workspaces (tsc knows by itself), then the web app and the CLI by the state of
// their inputs.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

run("TypeScript", ["tsc", "-b"]);

unlessBuilt("web", ["web", "schema", "package-lock.json", "tsconfig.base.json"], "web/dist/index.html", () =>
  run("the web app", ["vite", "build", "--logLevel", "warn"], join(root, "web")),
);
unlessBuilt("cli", ["cli", "sdk", "schema/validation", "package-lock.json"], "cli/bundle/hoplog.js", () =>
  run("the CLI", ["node", "bundle.mjs"], join(root, "cli")),
);

/** Builds what is not there, or was built from other inputs. */
function unlessBuilt(name, inputs, result, build) {
  const stamp = join(root, ".make", name);
  const state = stateOf(inputs);
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  build();
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

/** A fingerprint of the names and contents of all input files. */
function stateOf(inputs) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) {
        if (
          name !== "dist" &&
          name !== "bundle" &&
          name !== "node_modules" &&
          name !== ".vite" &&
          !/\.test\.tsx?$/.test(name)
        )
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
