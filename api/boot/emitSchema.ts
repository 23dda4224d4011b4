import { writeFileSync } from "node:fs";
import { lexicographicSortSchema, printSchema } from "graphql";
import { buildGraphqlSchema } from "../graphql/schema.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitSchema FILE");
const schema = printSchema(lexicographicSortSchema(await buildGraphqlSchema()));
writeFileSync(target, `# Generated from api's resolvers by \`make generate\`.\n\n${schema}\n`);
