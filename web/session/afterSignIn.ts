import { signedInHome } from "../navigation/paths.ts";

const key = "afterSignIn";
/** Who takes longer to sign in has forgotten where to. */
const keptMs = 30 * 60 * 1000;

/** The one page whose address is kept; no other one, so that nobody is led anywhere by what was stored. */
export const keptPath = "/new";

/** Keeps the address of the page while its reader signs in or registers, in this tab. */
export function keepAddress({ pathname, search }: { readonly pathname: string; readonly search: string }): void {
  if (pathname !== keptPath) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ search, at: Date.now() }));
  } catch {
    // Storage may be closed to us.
  }
}

/** Where somebody who has just signed in goes. */
export function homeAfterSignIn(): string {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null || !("search" in kept) || !("at" in kept)) return signedInHome;
    const { search, at } = kept;
    const isFresh = typeof at === "number" && Date.now() - at < keptMs;
    return isFresh && typeof search === "string" && /^(\?|$)/.test(search) ? keptPath + search : signedInHome;
  } catch {
    return signedInHome;
  }
}

/** The page is there. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
