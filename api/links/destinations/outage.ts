/** Number of consecutive unreachable hosts that suggests an outage of our own connection. */
const suspicious = 5;

/**
 * Distinguishes an outage of our own connection from outages of hosts: if our own connection is down, many hosts are
 * unreachable at once.
 */
export interface Outage {
  /** Records that a host has responded. */
  heard(): void;
  /** Records that a host was unreachable. Returns whether the host itself seems to be the cause. */
  isBelieved(host: string): boolean;
}

export function createOutage(): Outage {
  const silent = new Set<string>();
  return {
    heard: () => silent.clear(),
    isBelieved(host) {
      if (silent.size < suspicious) silent.add(host);
      return silent.size < suspicious;
    },
  };
}
