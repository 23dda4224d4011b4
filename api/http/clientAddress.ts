import { BlockList, isIP } from "node:net";
import type { Cidr } from "@hoplog/platform/env/pieces.js";

export type IsTrusted = (address: string) => boolean;

/** Tells whether an address is one of our own proxies, whose X-Forwarded-For may be believed. */
export function trustedProxies(networks: readonly Cidr[]): IsTrusted {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}

/** The last address of the way that is not one of our proxies, as Fastify's `request.ip`. */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: IsTrusted): string {
  let address = peer;
  for (const hop of (forwardedFor ?? "").split(",").toReversed()) {
    const candidate = hop.trim();
    if (!isTrusted(address) || isIP(candidate) === 0) return address;
    address = candidate;
  }
  return address;
}
