import { createRequire } from "node:module";
import { z } from "zod";

const manifest: unknown = createRequire(import.meta.url)("@hoplog/schema/package.json");

/** The version of hoplog, which all of its packages share. */
export const hoplogVersion = z.object({ version: z.string() }).parse(manifest).version;
