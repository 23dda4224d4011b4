import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The folder of the package schema, whose files are read from the package, by sources and builds alike. */
export const schemaFolder = dirname(createRequire(import.meta.url).resolve("@hoplog/schema/package.json"));
