import { describe } from "vitest";
import { describeConsuming } from "./consuming.ts";
import { describeIntents } from "./intents.ts";
import { describeFollowing } from "./following.ts";
import { createHarness, type LogUnderTest } from "./harness.ts";
import { describeTidying } from "./tidying.ts";

export type { LogUnderTest } from "./harness.ts";

/** Tests that every driver of the event log must pass; `setUp` gives each test an empty log. */
export function describeEventLog(name: string, setUp: () => Promise<LogUnderTest>): void {
  describe(`event log on ${name}`, () => {
    const harness = createHarness(setUp);
    describeConsuming(harness);
    describeIntents(harness);
    describeFollowing(harness);
    describeTidying(harness);
  });
}
