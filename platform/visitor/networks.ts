import ipaddr from "ipaddr.js";
import type { Cidr } from "../env/pieces.ts";

/** Returns a test for whether an address is in one of the networks, including IPv4 in IPv6. */
export function inNetworks(networks: readonly Cidr[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const ranges = networks.map(({ address, prefix }) => ({ network: ipaddr.process(address), prefix }));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const candidate = ipaddr.process(address);
    return ranges.some(
      ({ network, prefix }) => network.kind() === candidate.kind() && candidate.match(network, prefix),
    );
  };
}
