import { createQuota } from "@hoplog/platform/quota/quota.js";
import type { StoredCounter } from "./counter.ts";
import type { CountKeys } from "./keys.ts";
import { RateLimitError, type RateLimitState } from "./rateLimitError.ts";
import type { RateName } from "./rates.ts";

export interface SharePasswordTry {
  /**
   * Whether no earlier wrong password on this page counts against the IP address. If its network is over the limit,
   * such a first try is delayed, or rejected if too many tries from the network are already delayed.
   */
  readonly isFirst: boolean;
  succeeded(): Promise<void>;
}

interface Settings {
  readonly open: (name: RateName) => StoredCounter;
  readonly keys: CountKeys;
  readonly pause: (ms: number) => Promise<void>;
}

const slowMs = 2000;
/** Maximum number of concurrently delayed tries of one network. */
const maxSlowed = 8;

/**
 * Limits passwords entered on shared pages. Each IP address has its own limits. If its network or the page exceeds its
 * limit, one wrong password is enough to refuse the address: attackers with many addresses get one try from each,
 * without locking out other addresses.
 */
export function limitSharePasswords({ open, keys, pause }: Settings) {
  const ofPair = open("sharePassword");
  const ofAddress = open("sharePasswordAddress");
  const ofNetwork = open("sharePasswordNetwork");
  const ofShare = open("sharePasswordShare");
  const slowed = createQuota(maxSlowed);

  return async (address: string, shareId: string): Promise<SharePasswordTry> => {
    const pair = keys.addressAt(shareId, address);
    const from = keys.address(address);
    const network = keys.networkAt(shareId, address);
    requireAllowed(await ofAddress.take(from));
    const own = await ofPair.take(pair);
    requireAllowed(own);
    const isFirst = own.remaining >= own.limit - 1;
    const [atNetwork, atShare] = await Promise.all([ofNetwork.take(network), ofShare.take(shareId)]);
    if (!isFirst) [atNetwork, atShare].forEach(requireAllowed);
    if (!atNetwork.allowed) await waitInTurn(network, atNetwork);
    return {
      isFirst,
      async succeeded() {
        await Promise.all([
          ofPair.forget(pair),
          ofAddress.refund(from),
          ...(atNetwork.allowed ? [ofNetwork.refund(network)] : []),
          ...(atShare.allowed ? [ofShare.refund(shareId)] : []),
        ]);
      },
    };
  };

  async function waitInTurn(network: string, standing: RateLimitState): Promise<void> {
    const leave = slowed.take(network);
    if (!leave) throw new RateLimitError({ ...standing, resetSeconds: 1 });
    try {
      await pause(slowMs);
    } finally {
      leave();
    }
  }
}

function requireAllowed(standing: RateLimitState): void {
  if (!standing.allowed) throw new RateLimitError(standing);
}
