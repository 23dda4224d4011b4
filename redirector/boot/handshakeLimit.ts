import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { lineOfBytes } from "../passwords/networks.ts";

const windowSeconds = 10;

/** Limits the handshakes of an IPv4 address or an IPv6 /64 in ten seconds. Counts in this process's memory. */
export function createHandshakeLimit(
  handshakes: number,
  addressBytes: (address: string) => Uint8Array,
): (address: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: handshakes, duration: windowSeconds });
  return async (address) => {
    try {
      await limiter.consume(lineOfBytes(addressBytes(address)));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  };
}
