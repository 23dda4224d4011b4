// Makes one file of the CLI and the SDK, so that its package needs no other.
import { chmodSync, rmSync } from "node:fs";
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
await bundle.write({
  dir: folder,
  format: "esm",
  entryFileNames: "hoplog.js",
  banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  minify: false,
});
await bundle.close();
chmodSync(join(folder, "hoplog.js"), 0o755);
