import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { PublicUrl, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import { type RelaySettings, startRelay } from "./relay.ts";

/** What is published of links to redirectors. */
export const relay: RunningFeature<unknown, Omit<RelaySettings, "hosts"> & PublicUrl & ShortUrl & ShortHosts> = {
  async start(base) {
    const hosts = defaultHosts([base.shortUrl, base.publicUrl], base.shortHosts);
    const { stop } = await startRelay({ ...base, hosts });
    return { services: {}, stop };
  },
};
