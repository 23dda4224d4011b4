// Makes files of the CLI, the SDK and what the MCP server needs, so that the package of the CLI needs no other.
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

/** The licences of all packages that these modules are of, which have to go along; throws where one has none. */
function licencesOf(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
  const texts = [...folders].toSorted().map((place) => {
    const { name, version, license } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
    const file = readdirSync(place).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
    if (!file || typeof license !== "string") throw new Error(`${name} has no licence that could go along`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(place, file), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
