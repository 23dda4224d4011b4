import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import type { PublicUrl, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { statsFaces } from "./operations.ts";
import { ownHostsAmong, type OwnReferrers } from "./ownHosts.ts";
import type { CountedOffer, LiveStats, StatsServices } from "./services.ts";
import { type StatsBase, startStats } from "./start.ts";

type FeatureBase = StatsBase & PublicUrl & ShortUrl & ShortHosts & Reads;

/** A link's figures and click log, with live updates. */
export const stats: RunningFeature<StatsServices, FeatureBase, LiveStats & CountedOffer & OwnReferrers> = {
  async start(base) {
    const { services, ...started } = await startStats(base);
    const ownAmong = ownHostsAmong(base, defaultHosts([base.shortUrl, base.publicUrl], base.shortHosts));
    return { ...started, services: { ...services, ownAmong } };
  },
  ...statsFaces,
};
