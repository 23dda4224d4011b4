// Makes programs of the TypeScript sources with Rolldown: each module as JavaScript of its own, in the folder dist, and the
// services' as few files with the packages that they use, in dist/bundle, since thousands of files take long to load. Types are
// not checked here (make typecheck).
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

/** Workspaces whose modules become JavaScript one by one; the others import the first. */
export const compiled = ["schema", "platform", "api", "verify", "redirector", "ingest", "stack", "bench"];

/** Services and their programs: a thread or a process of its own is one too, and so are tools that load most of the api. */
export const services = {
  api: ["boot/main", "boot/operator", "boot/rebuild"],
  ingest: ["boot/main"],
  redirector: ["boot/main", "spool/shipperThread", "replica/feedThread", "caps/scanThread"],
};

/** Packages that find files of theirs by where they are, such as native code and data, and one that is not installed. */
const apart =
  /^(lmdb|@node-rs\/argon2|@ip-location-db\/.+|@fastify\/swagger-ui|@tryghost\/referrer-parser|class-validator)$/;

/** Unless told so, Rolldown drops calls whose result nobody reads, such as a decodeURIComponent that is there to throw. */
const asWritten = false;

const ofPackage = /[\\/]node_modules[\\/]/;

/** How a workspace's modules are compiled. */
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

/** Compiles each module of a workspace, and removes what modules that are gone have left. */
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

/** Makes a service's programs, each of which loads late what it imports late. */
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
      // GraphQL compares by identity: what packages require is the copy that others import.
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
    // GraphQL's types and the tables of entities are named after their classes.
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
 * Escapes what is not ASCII in a program: V8 keeps the source of each program, with two bytes a character if one of them is
 * outside of Latin-1. In strings, regular expressions and names the escape means the same, unless a backslash precedes it.
 */
function inAscii(file) {
  if (file.type !== "chunk") return file;
  const escaped = /\\[^\0-\x7F]/.exec(file.code);
  if (escaped) throw new Error(`${file.fileName} has ${escaped[0]}, which can't be escaped again`);
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { ...file, code: file.code.replaceAll(/[^\0-\x7F]/g, escape) };
}

/** Node reads the map of each file that it loads, and those of packages would be the larger part. */
function withoutMapsOfPackages(output) {
  const unmapped = output.filter((file) => file.type === "chunk" && file.moduleIds.every((id) => ofPackage.test(id)));
  const maps = new Set(unmapped.map(({ fileName }) => `${fileName}.map`));
  return output
    .filter(({ fileName }) => !maps.has(fileName))
    .map((file) =>
      unmapped.includes(file) ? { ...file, code: file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n") } : file,
    );
}

/** Returns the paths of all files. What is there already stays untouched: `make dev` restarts what has changed. */
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
