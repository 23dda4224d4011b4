import { RateLimiterMemory } from "rate-limiter-flexible";
import { lineOf, networkOf } from "./networks.ts";

export interface WrongTryLimits {
  /** Wrong tries in `seconds` at one link: from one address, from one network, and from all together. */
  readonly wrongFromAddress: number;
  readonly wrongFromNetwork: number;
  readonly wrongAtLink: number;
  readonly seconds: number;
}

/** A try that counts as wrong from now on. */
export interface CountedTry {
  /** Whether its address has no other wrong try at this link. Such a try is never refused. */
  readonly isFirst: boolean;
  /** Seconds after which the address may try again; null where it may try now. */
  readonly refusedSeconds: number | null;
  /** The address's network at this link, where that has been wrong so often that its tries take longer; else null. */
  readonly slowedNetwork: string | null;
  /** It was right, or nobody looked at it. */
  takeBack(): Promise<void>;
}

/**
 * Counts wrong tries in this process's memory. An address has its own limit. Where its network or the link is over theirs,
 * one wrong try is enough to refuse it: guessers with many addresses get one try from each, and lock no other address out.
 */
export function createWrongTries({ seconds, ...limits }: WrongTryLimits) {
  const fromAddress = new RateLimiterMemory({ points: limits.wrongFromAddress, duration: seconds });
  const fromNetwork = new RateLimiterMemory({ points: limits.wrongFromNetwork, duration: seconds });
  const atLink = new RateLimiterMemory({ points: limits.wrongAtLink, duration: seconds });

  return async function count(linkId: string, address: string): Promise<CountedTry> {
    const own = `${linkId}/${lineOf(address)}`;
    const network = `${linkId}/${networkOf(address)}`;
    // Counted before it is looked at, so that of those that come at once none is missed.
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
      async takeBack() {
        await Promise.all([takeBack(fromAddress, own), takeBack(fromNetwork, network), takeBack(atLink, linkId)]);
      },
    };
  };
}

/** A count of none is forgotten: tries that are taken back take up no memory. */
async function takeBack(counter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints } = await counter.reward(key);
  if (consumedPoints <= 0) await counter.delete(key);
}
