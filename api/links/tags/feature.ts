import type { Feature } from "../../kernel/calls/feature.ts";
import { tagFaces } from "./operations.ts";
import { projectTag, TagRow } from "./projection.ts";
import type { TagServices } from "./services.ts";

/** Tags: names with a colour that links are marked with. Which link has which is the links' own. */
export const tags: Feature<TagServices> = {
  entities: [TagRow],
  projections: { tag: projectTag },
  readTables: ["tag"],
  ...tagFaces,
};
