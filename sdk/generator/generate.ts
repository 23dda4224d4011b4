// Writes sdk/generated from schema/openapi/openapi.json.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { type Document, forTypes } from "./document.ts";
import { methodsOf } from "./methods.ts";
import { writeCode, writeTypes } from "./write.ts";

const sdk = join(import.meta.dirname, "..");
const document: Document = JSON.parse(readFileSync(join(sdk, "../schema/openapi/openapi.json"), "utf8"));
const types = await openapiTS(Buffer.from(JSON.stringify(forTypes(document))), {
  alphabetize: false,
  defaultNonNullable: false,
});

mkdirSync(join(sdk, "generated"), { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(sdk, "generated", name), text);
const methods = methodsOf(document);
// Methods are grouped by resource, so types by path are not needed.
const kept = types.filter((node) => !("name" in node && /^(paths|webhooks)$/.test(nameOf(node.name))));
write("openapi.ts", astToString(kept));
write("calls.ts", writeTypes(methods));
write("makeCalls.ts", writeCode(methods));

function nameOf(name: unknown): string {
  return typeof name === "object" && name !== null && "text" in name ? String(name.text) : "";
}
