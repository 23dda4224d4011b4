// The bill of materials of what ships, as CycloneDX: the packages of every workspace that runs, without those of tests.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = ["api", "redirector", "ingest", "web", "stack"];

/** What npm says of the installed packages; throws with its words when it can't. */
export function billOfMaterials() {
  const workspaces = shipped.flatMap((name) => ["--workspace", name]);
  const { status, stdout, stderr, error } = spawnSync(
    "npm",
    ["sbom", "--sbom-format=cyclonedx", "--omit=dev", ...workspaces],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = process.argv[2] ?? join(root, ".make", "sbom.cdx.json");
  const bill = billOfMaterials();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages in ${path}`);
}
