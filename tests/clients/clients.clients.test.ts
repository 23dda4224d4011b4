import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Account, openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { run as runToEnd } from "./run.ts";

// Generates clients from the OpenAPI document with common generators: each must compile and work.

const root = join(import.meta.dirname, "../..");
const document = join(root, "schema/openapi/openapi.json");
const programs = join(import.meta.dirname, "programs");
const folder = mkdtempSync(join(tmpdir(), "hoplog-clients-test-"));
const python = join(folder, "python", "bin", "python");
const jars = join(folder, "jars");
const generator = join(jars, "openapi-generator-cli-7.25.0.jar");
const dependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
const oapiCodegen = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

let testStack: TestStack;
let account: Account;
let env: NodeJS.ProcessEnv;
const made = z.object({ data: z.object({ key: z.string() }) });

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  account = await openAccount(testStack.appUrl, "ada@example.com");
  const scopes = { name: "Clients", scopes: ["links:write"] };
  const { key } = made.parse(await account.call("POST", "/api/keys", scopes)).data;
  env = { ...process.env, HOPLOG_URL: testStack.appUrl, HOPLOG_KEY: key, GOFLAGS: "-mod=mod" };
});
afterAll(async () => {
  await testStack.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program and resolves with its output. Rejects if it can't be started, or fails. */
async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await runToEnd(cwd, program, args, env);
  if (code !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${(output + errors).slice(-8000)}`);
  return output;
}

function ownFolder(name: string): string {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  return own;
}

/** Downloads that several clients need are fetched once. */
const fetched = new Map<string, Promise<void>>();

function once(name: string, fetch: () => Promise<void>): Promise<void> {
  const known = fetched.get(name) ?? fetch();
  fetched.set(name, known);
  return known;
}

async function fetchGenerator(): Promise<void> {
  const args = [`-DoutputDirectory=${jars}`, "-DexcludeTransitive=true"];
  await run(
    folder,
    "mvn",
    "-q",
    "-B",
    "-f",
    join(import.meta.dirname, "pom.xml"),
    `${dependencies}:copy-dependencies`,
    ...args,
  );
}

async function generate(name: string, target: string, ...more: readonly string[]): Promise<void> {
  await once("generator", fetchGenerator);
  await run(folder, "java", "-jar", generator, "generate", "-i", document, "-g", name, "-o", target, ...more);
}

async function installPython(): Promise<void> {
  await run(folder, "python3", "-m", "venv", join(folder, "python"));
  await run(folder, python, "-m", "pip", "install", "-q", "-r", join(import.meta.dirname, "requirements.txt"));
}

/** Python program that imports every module of a package. */
const importAll = `import importlib, pkgutil, hoplog
for module in pkgutil.walk_packages(hoplog.__path__, "hoplog."): importlib.import_module(module.name)`;

/** Each function generates and compiles a client, runs a program with it, and returns the program's output. */
const clients: Readonly<Record<string, () => Promise<string>>> = {
  async "openapi-generator for Python"() {
    const own = ownFolder("generated-python");
    // Without this option the generator also writes the webhooks, in a module that Python can't parse.
    const parts = ["--global-property", "apis,models,supportingFiles"];
    await Promise.all([generate("python", own, "--package-name", "hoplog", ...parts), once("python", installPython)]);
    cpSync(join(programs, "python.py"), join(own, "program.py"));
    await run(own, python, "-c", importAll);
    return run(own, python, "program.py");
  },
  async "openapi-generator for Go"() {
    const own = ownFolder("generated-go");
    const names = ["--git-host", "hoplog.example", "--git-user-id", "", "--git-repo-id", "client"];
    await generate("go", own, "--additional-properties=packageName=hoplog,withGoMod=false", ...names);
    rmSync(join(own, "test"), { recursive: true, force: true });
    writeFileSync(join(own, "go.mod"), "module hoplog.example/client\n\ngo 1.23\n");
    cpSync(join(programs, "go"), join(own, "program"), { recursive: true });
    await run(own, "go", "build", "./...");
    return run(own, "go", "run", "./program");
  },
  async "openapi-generator for Java"() {
    const own = ownFolder("generated-java");
    await generate("java", own, "--library", "native");
    cpSync(join(programs, "java", "Program.java"), join(own, "src/main/java/Program.java"));
    const paths = join(own, "classpath.txt");
    await run(
      own,
      "mvn",
      "-q",
      "-B",
      "-DskipTests",
      "compile",
      `${dependencies}:build-classpath`,
      `-Dmdep.outputFile=${paths}`,
    );
    return run(own, "java", "-cp", `target/classes:${readFileSync(paths, "utf8").trim()}`, "Program");
  },
  async "openapi-python-client"() {
    const own = ownFolder("python-client");
    await once("python", installPython);
    const target = ["--output-path", join(own, "hoplog"), "--meta", "none", "--overwrite"];
    await run(own, python, "-m", "openapi_python_client", "generate", "--path", document, ...target);
    cpSync(join(programs, "python_client.py"), join(own, "program.py"));
    await run(own, python, "-c", importAll);
    return run(own, python, "program.py");
  },
  async "oapi-codegen"() {
    const own = ownFolder("oapi-codegen");
    mkdirSync(join(own, "hoplog"));
    writeFileSync(
      join(own, "go.mod"),
      "module hoplog.example/client\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n",
    );
    // Without skip-prune the generator drops the types that only webhooks use, but still refers to them.
    const parts = ["-generate", "types,client,skip-prune", "-package", "hoplog", "-o", "client.go"];
    await run(join(own, "hoplog"), "go", "run", oapiCodegen, ...parts, document);
    cpSync(join(programs, "oapi"), join(own, "program"), { recursive: true });
    await run(own, "go", "build", "./...");
    return run(own, "go", "run", "./program");
  },
  async "openapi-typescript"() {
    const own = ownFolder("typescript");
    // The program is stored as text, because it can't be compiled without the types that are generated here.
    cpSync(join(programs, "typescript.txt"), join(own, "main.ts"));
    const tsc = join(root, "node_modules", ".bin", "tsc");
    await run(
      own,
      join(root, "sdk", "node_modules", ".bin", "openapi-typescript"),
      document,
      "-o",
      join(own, "hoplog.ts"),
    );
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    const how = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--allowImportingTsExtensions"];
    writeFileSync(join(own, "package.json"), '{ "type": "module" }');
    await run(own, tsc, ...how, ...types, "main.ts");
    return run(own, process.execPath, "main.ts");
  },
};

test.each(Object.entries(clients))("the client of %s makes, edits, lists and deletes a link", async (_name, client) => {
  const output = await client();
  const [, id = ""] = /^made (.+)$/m.exec(output) ?? [];
  expect(output).toMatch(/^edited Edited from \w+$/m);
  expect(output).toMatch(/^listed 1 Edited from \w+$/m);
  expect(output).toMatch(/^deleted true$/im);
  await expect(account.call("GET", `/api/urls/${id}`)).rejects.toThrow("404");
});
