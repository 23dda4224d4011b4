import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Rounds, startRounds } from "@hoplog/platform/process/rounds.js";
import type { RuleStore } from "../rules/rules.ts";
import type { CountedBatches } from "./counted.ts";

const everyMs = 60_000;

/** Deletes old deliveries and replaced rules once a minute. */
export function startForgetting(counted: CountedBatches, rules: RuleStore, logger: Logger): Rounds {
  return startRounds(
    everyMs,
    async () => {
      await counted.forgetOld();
      await rules.forgetOld();
    },
    (error) => logger.warn({ err: error }, "could not delete old deliveries"),
  );
}
