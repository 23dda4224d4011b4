import { RateLimiterMemory } from "rate-limiter-flexible";
import { lineOf, networkOf } from "./networks.ts";

export interface WrongTryLimits {
  /** Maximum wrong attempts within `seconds` at one link: from one address, from one network, and in total. */
  readonly wrongFromAddress: number;
  readonly wrongFromNetwork: number;
  readonly wrongAtLink: number;
  readonly seconds: number;
}

/** An attempt, which counts as wrong until `undo` is called. */
export interface CountedTry {
  /** Whether the address has no other wrong attempt at this link. A first attempt is never refused. */
  readonly isFirst: boolean;
  /** Seconds until the address may try again; null if it may try now. */
  readonly refusedSeconds: number | null;
  /**
   * The address's network at this link if so many of its attempts were wrong that further ones are delayed; else null.
   */
  readonly slowedNetwork: string | null;
  /** Removes the attempt from the counts; must be called if it was right or was not checked. */
  undo(): Promise<void>;
}

/**
 * Counts wrong attempts in this process's memory. Each address has a separate limit. While the address's network or the
 * link is over its limit, an address is refused after one wrong attempt: attackers with many addresses get one attempt
 * from each, but can't lock out other addresses.
 */
export function createWrongTries({ seconds, ...limits }: WrongTryLimits) {
  const fromAddress = new RateLimiterMemory({ points: limits.wrongFromAddress, duration: seconds });
  const fromNetwork = new RateLimiterMemory({ points: limits.wrongFromNetwork, duration: seconds });
  const atLink = new RateLimiterMemory({ points: limits.wrongAtLink, duration: seconds });

  return async function count(linkId: string, address: string): Promise<CountedTry> {
    const own = `${linkId}/${lineOf(address)}`;
    const network = `${linkId}/${networkOf(address)}`;
    // Attempts are counted before they are checked, so that concurrent ones are all counted.
    const [ofAddress, ofNetwork, ofLink] = await Promise.all([
      fromAddress.penalty(own),
      fromNetwork.penalty(network),
      atLink.penalty(linkId),
    ]);
    const isFirst = ofAddress.consumedPoints <= 1;
    const isSlowed = ofNetwork.consumedPoints > limits.wrongFromNetwork;
    const isUnderAttack = isSlowed || ofLink.consumedPoints > limits.wrongAtLink;
    const isRefused = !isFirst && (isUnderAttack || ofAddress.consumedPoints > limits.wrongFromAddress);
    return {
      isFirst,
      refusedSeconds: isRefused ? Math.max(1, Math.ceil(ofAddress.msBeforeNext / 1000)) : null,
      slowedNetwork: isSlowed ? network : null,
      async undo() {
        await Promise.all([undo(fromAddress, own), undo(fromNetwork, network), undo(atLink, linkId)]);
      },
    };
  };
}

/** Decrements a counter and deletes it at zero, so that it uses no memory. */
async function undo(counter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints <= 0) await counter.delete(key);
}
