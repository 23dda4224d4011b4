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

export interface StreamAdmission {
  readonly metrics: LiveMetrics;
  /**
   * Admits a stream, and returns a function that frees its slot. Throws RATE_LIMIT_ERROR if the caller has no free
   * slot.
   */
  enter(caller: Pick<Actor, "address" | "userId" | "credential">): () => void;
}

export function createStreamAdmission({ perAddress, perAccount }: StreamLimits, metrics: LiveMetrics): StreamAdmission {
  const addresses = createQuota(perAddress);
  const accounts = createQuota(perAccount);
  const refuse = (reason: string): HoplogError => {
    metrics.refused.inc({ reason });
    return new HoplogError("RATE_LIMIT_ERROR", "Too many streams are open. Close one and try again.");
  };
  return {
    metrics,
    enter({ address, userId, credential }) {
      const releaseAddress = addresses.take(addressKey(address));
      if (!releaseAddress) throw refuse("address");
      const releaseAccount = accounts.take(holderKey(userId, credential.kind));
      if (!releaseAccount) {
        releaseAddress();
        throw refuse("account");
      }
      metrics.streams.inc();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        metrics.streams.dec();
        releaseAddress();
        releaseAccount();
      };
    },
  };
}
