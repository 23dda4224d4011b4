import type { Feature } from "../../kernel/calls/feature.ts";
import type { KeptTextServices } from "./keptTexts.ts";
import { presetFaces } from "./operations.ts";

/** Saved views of the list of links, and templates of campaign parameters. */
export const presets: Feature<KeptTextServices> = presetFaces;
