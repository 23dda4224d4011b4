import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import { startRounds } from "@hoplog/platform/process/rounds.js";
import type { Registry } from "prom-client";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { createAttempts } from "../../kernel/work/attempts.ts";
import { removePausedTargets, type TargetServices } from "./pausedTargets.ts";
import { outletFaces } from "./operations.ts";
import type { OutletServices } from "./commands.ts";

type OutletsBase = TargetServices & Logs & { readonly registry: Registry };

/** Interval of removing paused domain targets, which redirect visitors until then, in milliseconds. */
const holdMs = 2000;

/** Lists, resumes and deletes the resources that send data out of a workspace or grant access to it. */
export const outlets: RunningFeature<OutletServices, OutletsBase> = {
  start(base) {
    const { reads, registry, logger } = base;
    readGauge({
      name: "hoplog_api_outlets_paused",
      help: "Paused outlets (webhooks, exports, reports and others) that wait to be resumed or deleted",
      registry,
      async read() {
        const { rows } = await reads.query<{ paused: number }>(
          "SELECT count(*)::integer AS paused FROM outlet WHERE paused_at IS NOT NULL",
        );
        return rows[0]?.paused ?? 0;
      },
      onFailure: (error) => logger.warn({ err: error }, "cannot count paused outlets"),
    });
    const attempts = createAttempts(base, "targets of a domain could not be paused");
    const holding = startRounds(
      holdMs,
      () => removePausedTargets(base, attempts),
      (error) => logger.warn({ err: error }, "cannot read paused targets of domains; retrying later"),
    );
    return { services: {}, stop: () => holding.stop() };
  },
  ...outletFaces,
};
