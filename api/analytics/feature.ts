import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import type { PublicUrl, ShortHosts, ShortUrl } from "../calls/capabilities.ts";
import type { RunningFeature } from "../calls/feature.ts";
import type { Reads } from "../database/reads.ts";
import { analyticsAnswers } from "./answers.ts";
import { expectDays } from "./expectedDays.ts";
import { ownHostsAmong } from "./ownHostsAmong.ts";
import { AnalyticsResolvers, ClickedLinkResolvers } from "./resolvers.ts";
import { analyticsRoutes } from "./rest.ts";
import type { AnalyticsServices, Expectations } from "./services.ts";

/** Figures, charts and top lists of an account's clicks, narrowed by filters. */
export const analytics: RunningFeature<AnalyticsServices, PublicUrl & ShortUrl & ShortHosts & Reads, Expectations> = {
  start({ reads, shortUrl, publicUrl, shortHosts }) {
    const ownAmong = ownHostsAmong({ reads }, defaultHosts([shortUrl, publicUrl], shortHosts));
    return { services: { expectedDays: expectDays(), ownAmong } };
  },
  resolvers: [AnalyticsResolvers, ClickedLinkResolvers],
  routes: analyticsRoutes,
  answers: analyticsAnswers,
};
