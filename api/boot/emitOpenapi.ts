import { writeFileSync } from "node:fs";
import { openapiDocument } from "../openapi/document.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitOpenapi FILE");
writeFileSync(target, `${JSON.stringify(openapiDocument(), null, 2)}\n`);
