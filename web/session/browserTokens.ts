import { createTokenStore } from "./tokens.ts";

/** What a page that is rendered at build finds stored: nothing. */
const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** The tokens of this browser's session. */
export const tokens = createTokenStore(typeof window === "undefined" ? noStorage : window.localStorage);
