/** This many consecutive unreachable hosts suggest an outage of our own connection. */
const suspicious = 5;

/** Distinguishes an outage of our own connection from those of hosts: many hosts are unreachable at once. */
export interface Outage {
  /** Records that any host has answered. */
  heard(): void;
  /** Records that a host was unreachable, and returns whether to believe it. */
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
