import { writeFileSync } from "node:fs";
import { lexicographicSortSchema, printSchema } from "graphql";
import { buildGraphqlSchema } from "../servers/graphql/schema.ts";
import { features } from "./features.ts";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitSchema FILE");
const schema = printSchema(lexicographicSortSchema(await buildGraphqlSchema(features)));
writeFileSync(target, `# Generated from api's resolvers by \`make generate\`.\n\n${schema}\n`);
