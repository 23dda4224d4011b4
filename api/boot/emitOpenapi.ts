import { writeFileSync } from "node:fs";
import { openapiDocument } from "../openapi/document.ts";
import { features } from "./features.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitOpenapi FILE");
writeFileSync(target, `${JSON.stringify(openapiDocument(features), null, 2)}\n`);
