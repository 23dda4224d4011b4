import ipaddr from "ipaddr.js";
import type { Cidr } from "../env/pieces.ts";

/** Whether an address lies in one of these networks, IPv4 in IPv6 included. */
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
