import type { RunningFeature } from "../../calls/feature.ts";
import { startTopListWorker, type TopListBase } from "./worker.ts";

/** Top lists of days that are over, stored for busy links. */
export const topLists: RunningFeature<unknown, TopListBase> = {
  start(base) {
    const { stop } = startTopListWorker({ ...base, name: "hoplog kept tops" });
    return { services: {}, stop };
  },
};
