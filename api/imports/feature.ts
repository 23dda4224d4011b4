import type { RunningFeature } from "../calls/feature.ts";
import { importAnswers } from "./answers.ts";
import { ImportResolvers } from "./resolvers.ts";
import { importRoutes } from "./rest.ts";
import type { ImportOffer, ImportServices } from "./services.ts";
import { type ImportWorkerBase, startImports } from "./worker.ts";

/** Links of other services, from their files. */
export const imports: RunningFeature<ImportServices, ImportWorkerBase, ImportOffer> = {
  start(base) {
    const worker = startImports(base);
    return { services: { importAdded: () => worker.notify() }, stop: () => worker.stop() };
  },
  resolvers: [ImportResolvers],
  routes: importRoutes,
  answers: importAnswers,
};
