// Builds outputs whose inputs changed, in parallel: the TypeScript workspaces' programs, the web app and the CLI. With
// --watch, compiles modules at every save until ended. With "modules", only compiles modules; with "generated", only
// writes the sources generated from the GraphQL schema and the OpenAPI document.
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
/** Folders of generated files, by name or path. */
const derived = new Set(["dist", "bundle", "node_modules", ".vite", "sdk/generated", "web/core/graphql/generated"]);
/** Debounce time for the changes of one save. */
const quietMs = 100;

if (process.argv.includes("--watch")) compileOnSave();
else if (process.argv.includes("generated")) await allOf([sdkCalls(), webDocuments()]);
else {
  const [first, ...others] = compiled;
  const schema = modulesOf(first);
  const steps = [schema.then(() => modules(others))];
  // The web build's configuration imports schema.
  if (!process.argv.includes("modules")) {
    steps.push(bundles(), Promise.all([schema, webDocuments()]).then(web), sdkCalls().then(cli));
  }
  await allOf(steps);
}

async function allOf(steps) {
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

function sdkCalls() {
  const inputs = ["sdk/generator", "schema/openapi/openapi.json", "package-lock.json"];
  return unlessBuilt("sdk-calls", inputs, "sdk/generated/openapi.ts", () =>
    run(["node", "generator/generate.ts"], join(root, "sdk")),
  );
}

function webDocuments() {
  const file = "core/graphql/generated/graphql.ts";
  const inputs = ["web", "schema/graphql/schema.graphql", "schema/clicks", "package-lock.json"];
  return unlessBuilt("web-documents", inputs, `web/${file}`, () =>
    run(["node", "--conditions=hoplog-source", "build/emitDocuments.ts", file], join(root, "web")),
  );
}

function web() {
  return unlessBuilt("web", ["web", "schema", "package-lock.json", "tsconfig.base.json"], "web/dist/index.html", () =>
    run(["vite", "build", "--logLevel", "warn"], join(root, "web")),
  );
}

function cli() {
  const inputs = ["cli", "sdk", "schema/openapi/openapi.json", "schema/validation", "package-lock.json"];
  return unlessBuilt("cli", inputs, "cli/bundle/hoplog.js", () => run(["node", "bundle.mjs"], join(root, "cli")));
}

/** Builds a result if it is missing or its inputs changed. */
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
    child.on("error", (error) => reject(new Error(`Cannot start ${program}: ${error.message}`)));
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

/** Recompiles a workspace once its files have not changed for a moment, until the process is ended. */
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

/** Returns a fingerprint of the names and contents of the input files, except generated files and tests. */
function stateOf(inputs) {
  return inputs.map(fingerprintOf).join("\n");
}

/** Returns the fingerprint of one input; cached, because most steps share inputs. */
function fingerprintOf(input) {
  const known = fingerprints.get(input);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  const add = (path) => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) {
        const inside = join(path, name);
        const isDerived = derived.has(name) || derived.has(inside.replaceAll("\\", "/"));
        if (!isDerived && !/\.test\.tsx?$/.test(name)) add(inside);
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
