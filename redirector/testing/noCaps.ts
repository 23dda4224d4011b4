import type { Caps } from "../caps/caps.ts";

/** Caps for a listener whose links have none. */
export const noCaps: Pick<Caps, "isUsedUp" | "isFresh" | "hasVisit" | "take" | "request" | "look"> = {
  isUsedUp: () => false,
  isFresh: () => true,
  hasVisit: () => false,
  take: () => false,
  request: async () => {},
  look: async () => {},
};
