import { writeFileSync } from "node:fs";
import { describeRest } from "../servers/rest/describe.ts";
import { features } from "./features.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitOpenapi FILE");
const { document } = await describeRest(features);
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
