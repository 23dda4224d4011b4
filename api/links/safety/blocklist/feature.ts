import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import { type Blocklist, type BlocklistBase, openBlocklist } from "./liveBlocklist.ts";

/** The list of URLs that no link may lead to. */
export const blocklist: RunningFeature<unknown, BlocklistBase, Blocklist> = {
  async start(base) {
    const { blocklist, stop } = await openBlocklist(base);
    return { services: { blocklist }, stop };
  },
};
