import { Gauge, type Registry } from "prom-client";
import type { RunningFeature } from "../calls/feature.ts";
import type { Reads } from "../database/reads.ts";
import { outletAnswers } from "./answers.ts";
import { OutletResolvers } from "./resolvers.ts";
import { outletRoutes } from "./rest.ts";
import type { OutletServices } from "./services.ts";

/** Everything that sends data out of a workspace: who created it, and what is paused. */
export const outlets: RunningFeature<OutletServices, Reads & { readonly registry: Registry }> = {
  start({ reads, registry }) {
    const paused = new Gauge({
      name: "hoplog_api_outlets_paused",
      help: "Outlets that are paused until their owners resume or delete them",
      registers: [registry],
      async collect() {
        const { rows } = await reads.query<{ paused: number }>(
          "SELECT count(*)::integer AS paused FROM outlet WHERE paused_at IS NOT NULL",
        );
        paused.set(rows[0]?.paused ?? 0);
      },
    });
    return { services: {} };
  },
  resolvers: [OutletResolvers],
  routes: outletRoutes,
  answers: outletAnswers,
};
