import type { Feature } from "../../kernel/calls/feature.ts";
import { utmFaces } from "./operations.ts";
import type { UtmServices } from "./rules.ts";

/** The campaign parameters of destinations: what was used before, and what a workspace allows. */
export const utm: Feature<UtmServices> = utmFaces;
