import { Counter, Gauge, type Registry } from "prom-client";
import type { Blocklist } from "../blocklist/liveBlocklist.ts";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { FollowedLog } from "../../../kernel/eventstore/followEvents.ts";
import { type CheckerSettings, createChecker, longestMs } from "./checker.ts";
import { startChecks } from "./checks.ts";
import { openBlocklistFile } from "./file.ts";
import { startMarker } from "./marker.ts";
import type { NoticeServices } from "./notices.ts";

export interface ListingSettings {
  readonly BLOCKLIST_FILE?: string | undefined;
  /** Null if URLs are not checked. */
  readonly urlChecker: CheckerSettings | null;
}

export type ListingsBase = NoticeServices &
  Events &
  Blocklist &
  ClickHouse &
  FollowedLog & { readonly registry: Registry; readonly settings: ListingSettings };

/** Lists links that may redirect to a URL that is on the blocklist, or that the URL checker classifies as harmful. */
export const listings: RunningFeature<unknown, ListingsBase> = {
  async start(base) {
    const { registry, logger, now, settings } = base;
    const { urlChecker } = settings;
    await using stack = new AsyncDisposableStack();
    const nowMs = () => now().getTime();
    const file = openBlocklistFile({ path: settings.BLOCKLIST_FILE, logger, registry, nowMs });
    const changes = new Counter({
      name: "hoplog_api_listings_total",
      help: "Links by change of their listing: listed as harmful, by source, and unlisted",
      labelNames: ["change"] as const,
      registers: [registry],
    });
    const hasChecker = urlChecker !== null;
    const marker = await startMarker({ ...base, file, changes, hasChecker, graceMs: hasChecker ? longestMs : 0 });
    stack.defer(() => marker.stop());
    const metrics = checkMetrics(registry);
    if (urlChecker) {
      const checks = startChecks({ ...base, nowMs, metrics, check: createChecker(urlChecker, now) });
      stack.defer(() => checks.stop());
    }
    const started = stack.move();
    return { services: {}, stop: () => started.disposeAsync() };
  },
};

function checkMetrics(registry: Registry) {
  const asked = new Counter({
    name: "hoplog_api_url_checks_total",
    help: "URLs sent to the URL checker by result: nothing, threat, failed",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  // Initialized, because an alarm compares the values.
  for (const result of ["nothing", "threat", "failed"]) asked.inc({ result }, 0);
  return {
    asked,
    waiting: new Gauge({
      name: "hoplog_api_url_checks_waiting",
      help: "Links whose URLs are due for the URL checker",
      registers: [registry],
    }),
  };
}
