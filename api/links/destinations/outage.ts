/** So many hosts in a row that can't be reached are rather our own connection. */
const suspicious = 5;

/** Tells our own outage from theirs: of many hosts none answers any more. */
export interface Outage {
  /** Somebody has answered, whatever. */
  heard(): void;
  /** A host could not be reached. Gives whether that is to be believed. */
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
