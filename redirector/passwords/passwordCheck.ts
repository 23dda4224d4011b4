import { passwordMatches } from "@hoplog/platform/passwords/passwords.js";
import { Semaphore } from "async-mutex";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { CheckedPassword, CheckPassword, PasswordTry } from "./messages.ts";

export interface PasswordCheckLimits {
  readonly maxConcurrent: number;
  /** Tries that may wait for those; the others are told to come again. */
  readonly maxWaiting: number;
  /** Wrong tries in `seconds` at one link: from one address, and from all together. */
  readonly wrongFromAddress: number;
  readonly wrongAtLink: number;
  readonly seconds: number;
}

/** Each takes 19 MiB and a core for some 40 ms, of which visitors must notice nothing. */
export const defaultPasswordCheckLimits: PasswordCheckLimits = {
  maxConcurrent: 2,
  maxWaiting: 32,
  wrongFromAddress: 10,
  wrongAtLink: 100,
  seconds: 15 * 60,
};

/**
 * Checks passwords for all listeners of a redirector. Only what is hashed is counted, so that the counts take no more
 * memory than so many can be hashed in their time. Never rejects.
 */
export function createPasswordCheck(limits: PasswordCheckLimits): CheckPassword {
  const { maxConcurrent, maxWaiting, seconds } = limits;
  const fromAddress = new RateLimiterMemory({ points: limits.wrongFromAddress, duration: seconds });
  const atLink = new RateLimiterMemory({ points: limits.wrongAtLink, duration: seconds });
  const slots = new Semaphore(maxConcurrent);
  let present = 0;

  /** It counts as wrong until it is known to be right, so that those at the same time are all counted. */
  async function check({ linkId, passwordHash, password }: PasswordTry, pair: string): Promise<CheckedPassword> {
    const refused = await take(fromAddress, pair);
    if (refused) return refused;
    const refusedAtLink = await take(atLink, linkId);
    if (refusedAtLink) {
      await fromAddress.reward(pair);
      return refusedAtLink;
    }
    if (!(await isRight(passwordHash, password))) return { outcome: "wrong" };
    await Promise.all([fromAddress.reward(pair), atLink.reward(linkId)]);
    return { outcome: "right" };
  }

  return async (attempt) => {
    const pair = `${attempt.linkId}/${lineOf(attempt.address)}`;
    // Who may not try any more keeps nobody waiting.
    const refused = (await refusalOf(fromAddress, pair)) ?? (await refusalOf(atLink, attempt.linkId));
    if (refused) return refused;
    if (present >= maxConcurrent + maxWaiting) return { outcome: "busy", retrySeconds: 1 };
    present++;
    try {
      return await slots.runExclusive(() => check(attempt, pair));
    } finally {
      present--;
    }
  };
}

async function refusalOf(counter: RateLimiterMemory, key: string): Promise<CheckedPassword | null> {
  const counted = await counter.get(key);
  return counted && counted.consumedPoints >= counter.points ? tooMany(counted) : null;
}

/** Takes a point, or says why there is none left. */
async function take(counter: RateLimiterMemory, key: string): Promise<CheckedPassword | null> {
  try {
    await counter.consume(key);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return tooMany(error);
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): CheckedPassword {
  return { outcome: "too many", retrySeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** A hash that is missing, or is none, is nobody's. */
async function isRight(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash === "") return false;
  return passwordMatches(passwordHash, password).catch(() => false);
}

const ipv4InIpv6 = "0".repeat(20) + "ffff";

/** An IPv6 line has 2^64 addresses of its own: they count as one. */
function lineOf(address: string): string {
  return address.startsWith(ipv4InIpv6) ? address : address.slice(0, 16);
}
