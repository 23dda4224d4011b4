// Writes the typed documents of every .graphql file of the app: node emitDocuments.ts FILE
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as documentNodes from "@graphql-codegen/typed-document-node";
import * as operationTypes from "@graphql-codegen/typescript-operations";
import { topListFields } from "@hoplog/schema/clicks/dimensions.js";
import { buildSchema, parse } from "graphql";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: emitDocuments FILE");

const web = join(import.meta.dirname, "..");
const schemaFile = join(web, "../schema/graphql/schema.graphql");
const schemaText = readFileSync(schemaFile, "utf8");
const paths = globSync("**/*.graphql", { cwd: web, exclude: (path) => /^(node_modules|dist)$/.test(path) });
const documents = [
  ...paths.toSorted().map((path) => ({ location: path, text: readFileSync(join(web, path), "utf8") })),
  // Selects every declared dimension; used by analytics.graphql.
  { location: "TopLists", text: `fragment TopLists on LinkStats { ${topListFields} }` },
];

const written = await codegen({
  filename: file,
  schema: parse(schemaText),
  schemaAst: buildSchema(schemaText),
  documents: documents.map(({ location, text }) => ({ location, document: parse(text) })),
  plugins: [{ operationTypes: {} }, { documentNodes: {} }],
  pluginMap: { operationTypes, documentNodes },
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    scalars: { DateTime: "string", UUID: "string" },
  },
});
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `/* eslint-disable */\n${written}\n`);
