import { HoplogError } from "@hoplog/schema/errors.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import { addressKey, holderKey } from "../../kernel/limits/keys.ts";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import type { LiveMetrics } from "./metrics.ts";

/** Maximum event streams per caller, counted per process. */
export interface StreamLimits {
  readonly perAddress: number;
  readonly perAccount: number;
}

export interface StreamDoor {
  readonly metrics: LiveMetrics;
  /** Returns a function that releases the place. Throws RATE_LIMIT_ERROR if none is free. */
  enter(caller: Pick<Actor, "address" | "userId" | "credential">): () => void;
}

export function createStreamDoor({ perAddress, perAccount }: StreamLimits, metrics: LiveMetrics): StreamDoor {
  const addresses = createQuota(perAddress);
  const accounts = createQuota(perAccount);
  const refuse = (reason: string): HoplogError => {
    metrics.refused.inc({ reason });
    return new HoplogError("RATE_LIMIT_ERROR", "Too many streams are open. Close one and try again.");
  };
  return {
    metrics,
    enter({ address, userId, credential }) {
      const leaveAddress = addresses.take(addressKey(address));
      if (!leaveAddress) throw refuse("address");
      const leaveAccount = accounts.take(holderKey(userId, credential.kind));
      if (!leaveAccount) {
        leaveAddress();
        throw refuse("account");
      }
      metrics.streams.inc();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        metrics.streams.dec();
        leaveAddress();
        leaveAccount();
      };
    },
  };
}
