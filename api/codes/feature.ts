import type { Feature } from "../calls/feature.ts";
import { codeAnswers } from "./answers.ts";
import { CodeResolvers } from "./resolvers.ts";
import { codeRoutes } from "./rest.ts";
import type { CodeServices } from "./services.ts";

/** What is to be known of a code before a link is made with it. */
export const codes: Feature<CodeServices> = {
  resolvers: [CodeResolvers],
  routes: codeRoutes,
  answers: codeAnswers,
};
