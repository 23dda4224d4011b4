// Checks that every shipped package has a licence that requires no more than attribution.
import satisfies from "spdx-satisfies";
import { billOfMaterials, isOwn, nameOf, readByHand } from "./sbom.mjs";

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

const expressions = (component) =>
  (component.licenses ?? []).map(({ license, expression }) => expression ?? license.id ?? license.name);

const problems = [];
const used = new Set();
for (const component of billOfMaterials(process.argv[2]).components) {
  if (isOwn(component)) continue;
  const name = nameOf(component);
  const found = expressions(component);
  if (readByHand[name] && found.join() === readByHand[name].id) {
    used.add(name);
    continue;
  }
  if (found.length === 0) problems.push(`${name} ${component.version}: states no licence`);
  for (const expression of found) {
    if (!isAllowed(expression)) problems.push(`${name} ${component.version}: ${expression}`);
  }
}
for (const name of Object.keys(readByHand))
  if (!used.has(name)) problems.push(`${name} is listed as an exception, but not used`);

if (problems.length > 0) {
  console.error(`Licences to check:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  process.exitCode = 1;
} else {
  console.log("All shipped packages have permissive licences; checked by hand:");
  for (const [name, { id, note }] of Object.entries(readByHand)) console.log(`  ${name}: ${id}, ${note}`);
}

function isAllowed(expression) {
  try {
    return satisfies(expression, allowed);
  } catch {
    return false;
  }
}
