import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { linkJobFaces } from "./operations.ts";
import type { JobOffer, LinkJobServices } from "./services.ts";
import { type JobWorkerBase, startLinkJobs } from "./worker.ts";

/** Changes of up to 10,000 links in the background. */
export const linkJobs: RunningFeature<LinkJobServices, JobWorkerBase, JobOffer> = {
  start(base) {
    const worker = startLinkJobs(base);
    return { services: { linkJobAdded: () => worker.notify() }, stop: () => worker.stop() };
  },
  ...linkJobFaces,
};
