import { startRounds } from "@hoplog/platform/process/rounds.js";
import { Counter, type Registry } from "prom-client";
import type { Logs, PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { isOneHost } from "../core/ownHosts.ts";
import { replaceReservedCodes, type ReplaceCodeServices } from "./replaceReservedCodes.ts";
import { codeFaces } from "./operations.ts";
import type { CodeServices } from "./queries.ts";

/**
 * Interval of replacing reserved codes. Repeated for upgrades: processes of commit 6dbd9b43 or earlier reserve fewer
 * codes, and can still create links with codes that are paths of the app.
 */
const replaceCodesEveryMs = 60 * 60 * 1000;

type CodesBase = ReplaceCodeServices & PublicUrl & Logs & { readonly registry: Registry };

/** Checks and proposals of codes for new links, and new codes for links whose codes are paths of the app. */
export const codes: RunningFeature<CodeServices, CodesBase> = {
  async start(base) {
    const { publicUrl, shortUrl, logger, registry } = base;
    const moved = new Counter({
      name: "hoplog_api_links_moved_total",
      help: "Links that got a new code because theirs became a path of the app on the same host",
      registers: [registry],
    });
    if (!isOneHost(publicUrl, shortUrl)) return { services: {} };
    const rounds = startRounds(
      replaceCodesEveryMs,
      async () => {
        const links = await replaceReservedCodes(base);
        moved.inc(links);
        if (links > 0)
          logger.warn(
            { links },
            "links whose codes are paths of the app got new codes; their owners are notified by email",
          );
      },
      (error) => logger.error({ err: error }, "could not give new codes to links whose codes are paths of the app"),
    );
    return { services: {}, stop: () => rounds.stop() };
  },
  ...codeFaces,
};
