import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The folder of the package schema, whose files are read as they lie there, from the sources as well as from a build. */
export const schemaFolder = dirname(createRequire(import.meta.url).resolve("@hoplog/schema/package.json"));
