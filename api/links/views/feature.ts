import type { Feature } from "../../kernel/calls/feature.ts";
import type { KeptTextServices } from "./keptTexts.ts";
import { presetAnswers } from "./answers.ts";
import { PresetResolvers } from "./resolvers.ts";
import { presetRoutes } from "./rest.ts";

/** Saved views of the list of links, and templates of campaign parameters. */
export const presets: Feature<KeptTextServices> = {
  resolvers: [PresetResolvers],
  routes: presetRoutes,
  answers: presetAnswers,
};
