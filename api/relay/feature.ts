import type { RunningFeature } from "../calls/feature.ts";
import { type RelaySettings, startRelay } from "./relay.ts";

/** What is published of links to redirectors. */
export const relay: RunningFeature<unknown, RelaySettings> = {
  async start(base) {
    const { stop } = await startRelay(base);
    return { services: {}, stop };
  },
};
