// Bundles the CLI with the SDK and the MCP server's packages, so that the published package has no dependencies.
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const cli = import.meta.dirname;
const folder = join(cli, "bundle");
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(cli, "boot/main.ts"),
  platform: "node",
  resolve: { conditionNames: ["hoplog-source", "node", "import"] },
});
const { output } = await bundle.write({
  dir: folder,
  format: "esm",
  entryFileNames: "hoplog.js",
  chunkFileNames: "[name].js",
  banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
});
await bundle.close();
chmodSync(join(folder, "hoplog.js"), 0o755);
writeFileSync(join(folder, "licences.txt"), licencesOf(output.flatMap((file) => file.moduleIds ?? [])));

/**
 * Returns the licences of all packages that the bundled modules belong to, because licences must be shipped; throws if
 * a package has none.
 */
function licencesOf(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
  const texts = [...folders].toSorted().map((place) => {
    const { name, version, license } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
    const file = readdirSync(place).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
    if (!file || typeof license !== "string") throw new Error(`${name} has no license file to include in the bundle`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(place, file), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
