// Builds what has changed, side by side: programs of the TypeScript workspaces, the web app and the CLI, each by the state of its
// inputs. With --watch it compiles modules at every save until it is ended. With "modules" only they are compiled.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleService, compileModules, compiled, services } from "./programs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shared = ["schema", "platform", "package-lock.json", "tsconfig.base.json", "stack/tasks/programs.mjs"];
const startedAt = Date.now();
const fingerprints = new Map();
/** Changes of one save come within this time of each other. */
const quietMs = 100;

if (process.argv.includes("--watch")) compileOnSave();
else {
  const [first, ...others] = compiled;
  const schema = modulesOf(first);
  const steps = [schema.then(() => modules(others))];
  // The configuration of the web build imports schema.
  if (!process.argv.includes("modules")) steps.push(bundles(), schema.then(web), cli());
  const outcomes = await Promise.allSettled(steps);
  for (const reason of new Set(outcomes.flatMap(({ reason }) => reason ?? []))) {
    console.error(reason instanceof Error ? reason.message : reason);
    process.exitCode = 1;
  }
}

async function modules(workspaces) {
  for (const workspace of workspaces) await modulesOf(workspace);
}

function modulesOf(workspace) {
  const inputs = [workspace, "package-lock.json", "tsconfig.base.json", "stack/tasks/programs.mjs"];
  return unlessBuilt(`modules-${workspace}`, inputs, `${workspace}/dist`, () => compileModules(root, workspace));
}

async function bundles() {
  for (const service of Object.keys(services)) {
    await unlessBuilt(`bundle-${service}`, [service, ...shared], `${service}/dist/bundle/main.js`, () =>
      bundleService(root, service),
    );
  }
}

function web() {
  return unlessBuilt("web", ["web", "schema", "package-lock.json", "tsconfig.base.json"], "web/dist/index.html", () =>
    run(["vite", "build", "--logLevel", "warn"], join(root, "web")),
  );
}

function cli() {
  return unlessBuilt("cli", ["cli", "sdk", "schema/validation", "package-lock.json"], "cli/bundle/hoplog.js", () =>
    run(["node", "bundle.mjs"], join(root, "cli")),
  );
}

/** Builds what is not there, or was built from other inputs. */
async function unlessBuilt(name, inputs, result, build) {
  const stamp = join(root, ".make", name);
  const state = stateOf(inputs);
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  await build().catch((error) => {
    throw new Error(`Building ${name} failed: ${error instanceof Error ? error.message : error}`);
  });
  mkdirSync(join(root, ".make"), { recursive: true });
  writeFileSync(stamp, state);
  const took = (Date.now() - startedAt) / 1000;
  if (took > 1) console.log(`Built ${name} after ${took.toFixed(1)} s`);
}

function run([program, ...args], cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, "node_modules", ".bin", program), args, { cwd, stdio: "inherit" });
    child.on("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

/** Compiles a workspace anew once its files have been quiet for a moment, and never ends. */
function compileOnSave() {
  let last = Promise.resolve();
  for (const workspace of compiled) {
    let timer;
    watch(join(root, workspace), { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith(".ts") || /^(dist|node_modules)[\\/]/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last
          .then(() => compileModules(root, workspace))
          .catch((error) => console.log(error instanceof Error ? error.message : error));
      }, quietMs);
    });
  }
}

/** A fingerprint of the names and contents of all input files. */
function stateOf(inputs) {
  return inputs.map(fingerprintOf).join("\n");
}

/** Of one input; most steps have some in common, which are read once. */
function fingerprintOf(input) {
  const known = fingerprints.get(input);
  if (known !== undefined) return known;
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
  add(input);
  const fingerprint = hash.digest("hex");
  fingerprints.set(input, fingerprint);
  return fingerprint;
}
