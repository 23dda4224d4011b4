import { importLimits } from "@hoplog/schema/imports/limits.js";
import { UnreadableFile } from "./utf8.ts";

/** A file has more links than one import may have. */
export function tooManyLinks(): UnreadableFile {
  return new UnreadableFile(`An import has at most ${importLimits.linksMax} links: give this file in several parts`);
}
