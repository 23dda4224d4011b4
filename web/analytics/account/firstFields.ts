import type { CardField } from "./listCards.ts";

/** The first list of each card. */
export const firstFields: readonly CardField[] = ["country", "referrer", "device", "language"];
