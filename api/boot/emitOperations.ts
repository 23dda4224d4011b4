import { readFileSync, writeFileSync } from "node:fs";
import type { DocumentNode } from "graphql";
import { manifestOf } from "../servers/graphql/operationManifest.ts";

const [source, target] = process.argv.slice(2);
if (!source || !target) throw new Error("usage: emitOperations GENERATED_DOCUMENTS FILE");
// Each document is one line: `export const NameDocument = {…} as unknown as …`.
const lines = readFileSync(source, "utf8").matchAll(/^export const \w+Document = (\{.*\}) as unknown as /gm);
const documents: DocumentNode[] = Array.from(lines, ([, json = ""]) => JSON.parse(json));
if (documents.length === 0) throw new Error(`${source} contains no GraphQL documents`);
writeFileSync(target, `${JSON.stringify(manifestOf(documents), null, 2)}\n`);
